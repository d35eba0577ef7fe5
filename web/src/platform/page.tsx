import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import { Breadcrumbs } from '@portal/kit/ui/breadcrumbs.tsx';
import type { ReactNode } from 'react';
import { paths } from './paths.ts';

interface PageProps {
  readonly title: string;
  readonly crumb?: string;
  readonly under?: readonly { readonly label: string; readonly to: string }[];
  readonly lead?: string;
  readonly children: ReactNode;
}

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
