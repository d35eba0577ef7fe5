import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import type { MouseEvent } from 'react';
import { Link, Outlet, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { useSessionEnded } from '../platform/session.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { Banner } from './banner/banner.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { EndFormerNotices, Notices } from './notices.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PrintHead } from './print-head.tsx';
import { useScrollAndFocus } from './scroll-and-focus.ts';

const SessionEndedDialog = lazyComponent(
  async () => (await import('./session-ended-dialog.tsx')).SessionEndedDialog,
  () => null,
);

/** Following the link would add a history entry without the page's navigation state. */
const skipToMain = (event: MouseEvent) => {
  event.preventDefault();
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  main?.scrollIntoView();
};

export const Frame = () => {
  const { pathname } = useLocation();
  const hasSessionEnded = useSessionEnded();
  useScrollAndFocus();
  return (
    <div className="flex min-h-dvh flex-col">
      <Link
        className="not-focus:sr-only fixed start-4 top-2 z-50 rounded-md bg-surface px-4 py-2 font-semibold text-sea-800"
        onClick={skipToMain}
        to="#main"
      >
        {frameText.skip}
      </Link>
      <PrintHead />
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
      <EndFormerNotices key={pathname} />
      {hasSessionEnded && <SessionEndedDialog />}
    </div>
  );
};
