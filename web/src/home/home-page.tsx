import type { ReactNode } from 'react';
import { usePageTitle } from '../platform/page-title.ts';
import { common } from '../text/zh-TW/common.ts';
import { home } from '../text/zh-TW/home.ts';
import { AccountCard } from './account-card.tsx';
import { NewestClasses } from './newest-classes.tsx';

/** / : who one is and where to go, beside the newest classes. On a phone the classes come after the card. */
export const HomePage = ({ menu }: { menu: ReactNode }) => {
  usePageTitle(home.title);
  return (
    <div className="grid gap-6 lg:grid-cols-[20rem_1fr]">
      <h1 className="sr-only">{common.portal}</h1>
      <div className="lg:col-start-1 lg:row-start-1">
        <AccountCard />
      </div>
      <div className="min-w-0 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <NewestClasses />
      </div>
      <div className="lg:col-start-1 lg:row-start-2">{menu}</div>
    </div>
  );
};
