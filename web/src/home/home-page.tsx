import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { common } from '@portal/kit/text/zh-TW/common.ts';
import type { ReactNode } from 'react';
import { home } from '../text/zh-TW/home.ts';
import { AccountCard } from './account-card.tsx';
import { NewestClasses } from './newest-classes.tsx';

/** / : the newest classes, beside them who one is and where to go. */
export const HomePage = ({ menu }: { menu: ReactNode }) => {
  usePageTitle(home.title);
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_20rem]">
      <h1 className="sr-only">{common.portal}</h1>
      <NewestClasses />
      <div className="space-y-6 print:hidden">
        <AccountCard />
        {menu}
      </div>
    </div>
  );
};
