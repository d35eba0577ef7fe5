import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import type { ReactNode } from 'react';
import { paths } from './paths.ts';

interface PageProps {
  readonly title: string;
  /** The title in the breadcrumbs, if it is another one. */
  readonly crumb?: string;
  /** The pages between home and this one. */
  readonly under?: readonly { readonly label: string; readonly to: string }[];
  /** A sentence below the heading. */
  readonly lead?: string;
  readonly children: ReactNode;
}

/** The frame of a page: document title, breadcrumbs and heading. `LoadFault` shows its loading errors. */
export const Page = ({ title, crumb = title, under = [], lead, children }: PageProps) => {
  usePageTitle(title);
  return (
    <>
      <Breadcrumbs items={[{ label: common.home, to: paths.home.to() }, ...under, { label: crumb }]} />
      <h1 className={lead ? 'mb-1' : 'mb-4'}>{title}</h1>
      {lead && <p className="mb-4 text-ink-soft">{lead}</p>}
      {children}
    </>
  );
};
