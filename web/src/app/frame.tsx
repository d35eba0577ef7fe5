import type { MouseEvent } from 'react';
import { Outlet, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { frame } from '../text/zh-TW/frame.ts';
import { Banner } from './banner/banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { Notices } from './notices.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { useScrollAndFocus } from './scroll-and-focus.ts';
import { SessionEndedDialog } from './session-ended-dialog.tsx';

/** Following the link natively would add a history entry without the navigation state of the page. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault();
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  main?.scrollIntoView();
};

/** Header, banner and footer around every page. Only the page itself is printed. */
export const Frame = () => {
  const { pathname } = useLocation();
  useScrollAndFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place of the page, as the address says */}
      <a
        className="sr-only focus:not-sr-only focus:fixed focus:start-4 focus:top-2 focus:z-50 focus:rounded-md focus:bg-surface focus:px-4 focus:py-2 focus:font-semibold focus:text-sea-800"
        href="#main"
        onClick={skipToMain}
      >
        {frame.skip}
      </a>
      <Header />
      <OfflineNotice />
      <Banner size={pathname === paths.home.to() ? 'tall' : 'low'} />
      <main
        className="mx-auto w-full max-w-page flex-1 px-4 py-6 has-[.animate-shimmer]:min-h-dvh md:py-8 print:max-w-none print:p-0"
        id="main"
        tabIndex={-1}
      >
        <ErrorBoundary key={pathname}>
          <Outlet />
        </ErrorBoundary>
      </main>
      <Footer />
      <Notices />
      <SessionEndedDialog />
    </div>
  );
};
