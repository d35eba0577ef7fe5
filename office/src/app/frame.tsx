import { failureKind } from '@portal/kit/browser/call.ts';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Icon } from '@portal/kit/ui/icon.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router';
import { paths } from '../platform/paths.ts';
import { ownScopeQuery } from '../platform/scope.ts';
import { type Session, sessionQuery } from '../platform/session.ts';
import { useShortcutKeys, useShortcuts } from '../platform/shortcuts.ts';
import { SearchDialog } from '../reports/search/search-dialog.tsx';
import { StepUp } from '../staff/sign-in/step-up.tsx';
import { frameText } from '../text/zh-TW/frame.ts';
import { searchText } from '../text/zh-TW/search.ts';
import { SessionEndedDialog, ShortcutsDialog, useDialogsAhead } from './lazy-dialogs.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { Notices } from './notices.tsx';
import { useIsLeaving } from './pending-navigation.ts';
import { Rail, useSections } from './rail.tsx';
import { TopBar } from './top-bar.tsx';
import { useKeptFocus } from './use-kept-focus.ts';
import { useStartOfPage } from './use-start-of-page.ts';

/** Lists ask within the chosen organisation, which is known only then. */
const useHasScope = (isSignedIn: boolean): boolean => {
  const { isPending, failureCount } = useQuery({ ...ownScopeQuery, enabled: isSignedIn });
  return !isPending || failureCount > 0;
};

/** The frame for staff who are signed in. Others are redirected to the sign-in page. */
export const Frame = () => {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const hasScope = useHasScope(session?.stage === 'in');
  const { pathname, search } = useLocation();
  useStartOfPage();
  if (session === undefined || (session?.stage === 'in' && !hasScope)) {
    return (
      <main className="mx-auto max-w-page p-6">
        {error ? <ErrorState kind={failureKind(error)} onRetry={refetch} /> : <SkeletonRows />}
      </main>
    );
  }
  if (session?.stage !== 'in')
    return <Navigate replace state={{ from: pathname + search }} to={paths.login.to()} />;
  return <SignedIn key={session.email} session={session} />;
};

/** Closes with navigation. */
const useMenu = () => {
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const isOpen = openedAt === key;
  return [isOpen, () => setOpenedAt(isOpen ? null : key)] as const;
};

const useFrameShortcuts = (showShortcuts: () => void, search: () => void) => {
  const navigate = useNavigate();
  useShortcutKeys();
  useShortcuts(frameText.shortcuts.general, [
    { keys: '?', label: frameText.shortcuts.open, run: showShortcuts },
    { keys: 'ctrl+k', label: searchText.open, run: search },
    ...useSections().map(({ key, name, path }) => ({
      keys: `g ${key}`,
      label: frameText.shortcuts.goTo(name),
      run: () => navigate(path.to()),
    })),
  ]);
};

const FactorOptional = ({ className }: { className: string }) => (
  <p
    className={`flex items-center gap-2 border-warn-600 border-s-4 bg-warn-50 px-3 py-1 text-ink text-sm print:hidden ${className}`}
  >
    <Icon className="size-4 shrink-0 text-warn-700" name="warning" />
    {frameText.factorOptional}
  </p>
);

const SignedIn = ({ session }: { session: Session }) => {
  const [isMenuOpen, toggleMenu] = useMenu();
  const [shown, setShown] = useState<'shortcuts' | 'search' | null>(null);
  const close = () => setShown(null);
  const showShortcuts = () => setShown('shortcuts');
  const search = () => setShown('search');
  useFrameShortcuts(showShortcuts, search);
  useKeptFocus();
  const isLeaving = useIsLeaving();
  useDialogsAhead();
  return (
    <StepUp session={session}>
      <a className="sr-only focus:not-sr-only" href="#content">
        {frameText.skip}
      </a>
      <TopBar
        isMenuOpen={isMenuOpen}
        onMenu={toggleMenu}
        onSearch={search}
        onShortcuts={showShortcuts}
        session={session}
      />
      <div className="lg:flex">
        <Rail isOpen={isMenuOpen}>
          {session.secondFactorOptional && <FactorOptional className="m-2 max-lg:hidden" />}
        </Rail>
        <main
          aria-busy={isLeaving || undefined}
          className="page-content mx-auto w-full min-w-0 max-w-[100rem] px-4 pt-4 pb-6 lg:px-6"
          id="content"
          tabIndex={-1}
        >
          {session.secondFactorOptional && <FactorOptional className="mb-4 lg:hidden" />}
          <Outlet />
        </main>
      </div>
      {shown === 'shortcuts' && <ShortcutsDialog onClose={close} />}
      {shown === 'search' && <SearchDialog onClose={close} />}
      <Notices />
      <LeaveGuard />
      {session.hasEnded && <SessionEndedDialog email={session.email} />}
    </StepUp>
  );
};
