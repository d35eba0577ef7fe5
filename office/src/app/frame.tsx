import type { OfficeSession } from '@portal/contract/office/session';
import { failureKind } from '@portal/kit/browser/call.ts';
import { Button } from '@portal/kit/ui/button.tsx';
import { ErrorState } from '@portal/kit/ui/error-state.tsx';
import { Notice } from '@portal/kit/ui/notice.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useQuery } from '@tanstack/react-query';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { paths } from '../platform/paths.ts';
import { sessionQuery, useMay } from '../platform/session.ts';
import { roleTexts } from '../staff/role-texts.ts';
import { StepUp } from '../staff/step-up.tsx';
import { useSignOut } from '../staff/use-sign-out.ts';
import { frameText } from '../text/zh-TW/frame.ts';
import { Notices } from './notices.tsx';
import { useStartOfPage } from './use-start-of-page.ts';

/** Around every page of somebody who is signed in; everybody else is led to the sign-in page. */
export const Frame = () => {
  const { data: session, error, refetch } = useQuery(sessionQuery);
  const { pathname, search } = useLocation();
  useStartOfPage();
  if (session === undefined) {
    return (
      <main className="mx-auto max-w-page p-6">
        {error ? <ErrorState kind={failureKind(error)} onRetry={refetch} /> : <SkeletonRows />}
      </main>
    );
  }
  if (session?.stage !== 'in')
    return <Navigate replace state={{ from: pathname + search }} to={paths.login} />;
  return <SignedIn session={session} />;
};

const SignedIn = ({ session }: { session: OfficeSession }) => (
  <StepUp session={session}>
    <a className="sr-only focus:not-sr-only" href="#content">
      {frameText.skip}
    </a>
    <Header session={session} />
    <main className="mx-auto max-w-page px-4 py-6" id="content" tabIndex={-1}>
      {session.secondFactorOptional && (
        <div className="mb-6">
          <Notice tone="warn">{frameText.factorOptional}</Notice>
        </div>
      )}
      <Outlet />
    </main>
    <Notices />
  </StepUp>
);

const Header = ({ session }: { session: OfficeSession }) => {
  const signOut = useSignOut();
  return (
    <header className="on-dark bg-sea-800 text-white">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2">
        <p className="font-bold text-lg">{frameText.office}</p>
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-sm">
            <span className="font-semibold">{session.name}</span>　{roleTexts(session.roles).join('、')}
          </p>
          <Button busy={signOut.isPending} busyLabel={frameText.signingOut} onClick={() => signOut.mutate()}>
            {frameText.signOut}
          </Button>
        </div>
      </div>
      <Navigation />
    </header>
  );
};

const linkLook =
  'inline-flex min-h-11 items-center border-b-4 border-transparent px-3 font-semibold text-white no-underline hover:bg-sea-700 aria-[current=page]:border-white';

/** The pages that one may open. */
const Navigation = () => {
  const maySeeStaff = useMay('staff.read');
  return (
    <nav aria-label={frameText.nav} className="mx-auto max-w-page px-1">
      <ul className="flex flex-wrap">
        <Entry to={paths.today}>{frameText.today}</Entry>
        <Entry to={paths.account}>{frameText.account}</Entry>
        {maySeeStaff && <Entry to={paths.staff}>{frameText.settings}</Entry>}
      </ul>
    </nav>
  );
};

const Entry = ({ to, children }: { to: string; children: string }) => (
  <li>
    <NavLink className={linkLook} end={to === paths.today} to={to}>
      {children}
    </NavLink>
  </li>
);
