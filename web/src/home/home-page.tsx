import { usePageTitle } from '@portal/kit/browser/page-title.ts';
import { site } from '@portal/kit/browser/site.ts';
import type { ReactNode } from 'react';
import { useUser } from '../platform/session.ts';
import { home } from '../text/zh-TW/home.ts';
import { AccountCard } from './account-card.tsx';
import { NewestClasses } from './newest-classes.tsx';

/** What stands below somebody's own registrations is seen once these are there, so that it does not move. */
export const HomePage = ({ menu }: { menu: ReactNode }) => {
  usePageTitle(home.title);
  const isLoggedIn = useUser() !== null;
  return (
    <div className="group grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
      <h1 className="sr-only">{site.name}</h1>
      <div
        className={`min-w-0 lg:row-span-2 ${isLoggedIn ? 'order-1 group-has-[#welcome~div_.animate-shimmer]:invisible' : 'in-data-person:invisible in-data-person:order-1'}`}
      >
        <NewestClasses />
      </div>
      <div className="min-w-0 print:hidden">
        <AccountCard />
      </div>
      <div className="max-lg:order-2 max-lg:group-has-[#welcome~div_.animate-shimmer]:invisible lg:row-span-2 print:hidden">
        {menu}
      </div>
    </div>
  );
};
