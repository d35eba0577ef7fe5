import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { site } from '@portal/kit/browser/site.ts';
import type { ReactNode } from 'react';
import { frameText } from '../../text/zh-TW/frame.ts';

/** Holds the pages for people who are not signed in. */
export const SignInCard = ({ title, children }: { title: string; children: ReactNode }) => {
  usePageTitle(title);
  return (
    <main className="mx-auto max-w-md px-4 py-12">
      <p className="font-bold text-sea-800">{frameText.office(site.name)}</p>
      <h1 className="mt-1">{title}</h1>
      <div className="mt-6 rounded-lg border border-line bg-surface p-6 shadow-card">{children}</div>
    </main>
  );
};
