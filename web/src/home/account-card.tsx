import { Button, ButtonLink } from '@portal/kit/ui/button.tsx';
import { lazyComponent } from '@portal/kit/ui/lazy-component.tsx';
import { SkeletonRows } from '@portal/kit/ui/skeleton.tsx';
import { useHydrated } from '@portal/kit/ui/use-hydrated.ts';
import { type RefObject, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { LoginForm } from '../accounts/login-form.tsx';
import { useLogOut } from '../accounts/use-log-out.ts';
import { paths } from '../platform/paths.ts';
import { type StoredUser, useUser } from '../platform/session.ts';
import { loginText } from '../text/zh-TW/accounts-login.ts';
import { home } from '../text/zh-TW/home.ts';

const card = 'rounded-xl border border-line bg-surface p-5 shadow-card';
const link = 'inline-flex min-h-11 items-center text-sea-800 underline hover:no-underline';

export const AccountCard = () => {
  const user = useUser();
  const place = useRef<HTMLDivElement>(null);
  useFocusOn(place, user !== null);
  return <div ref={place}>{user ? <Welcome user={user} /> : <LoginCard />}</div>;
};

/** The pressed button disappears: the new heading gets the focus. */
const useFocusOn = (place: RefObject<HTMLElement | null>, isLoggedIn: boolean) => {
  const isHydrated = useHydrated();
  const before = useRef<boolean>(null);
  useEffect(() => {
    // The server renders the page for a guest, whoever opens it.
    if (!isHydrated || before.current === isLoggedIn) return;
    const isOpening = before.current === null;
    before.current = isLoggedIn;
    if (isOpening || document.activeElement !== document.body) return;
    // 登出 may have been pressed in the bar.
    place.current?.querySelector('h2')?.focus({ preventScroll: !isLoggedIn });
  }, [place, isHydrated, isLoggedIn]);
};

const UrgentRegistrations = lazyComponent(
  async () => (await import('../enrolment/urgent-registrations.tsx')).UrgentRegistrations,
  () => <SkeletonRows rows={4} />,
);

const UnconfirmedNotice = lazyComponent(
  async () => (await import('../accounts/unconfirmed-notice.tsx')).UnconfirmedNotice,
  () => <SkeletonRows rows={2} />,
);

const Welcome = ({ user }: { user: StoredUser }) => (
  <section aria-labelledby="welcome" className={card}>
    <h2 className="text-lg" id="welcome" tabIndex={-1}>
      {home.welcome(user.chinese_name ?? '')}
    </h2>
    {user.organization && <p className="mt-1 text-ink-soft text-sm">{user.organization}</p>}
    <div className="mt-4 space-y-4">
      {user.state ? <UrgentRegistrations /> : <CompleteProfile />}
      {!user.email_confirmed && <UnconfirmedNotice />}
    </div>
    <div className="-mx-3 mt-2 flex flex-wrap gap-x-3 group-has-[#welcome~div_.animate-shimmer]:invisible">
      {user.state && (
        <ButtonLink to={paths.profile.to()} variant="quiet">
          {home.profile}
        </ButtonLink>
      )}
      <Button onClick={useLogOut()} variant="quiet">
        {home.logOut}
      </Button>
    </div>
  </section>
);

const CompleteProfile = () => (
  <div>
    <p className="mb-3">{home.completeProfile}</p>
    <ButtonLink className="w-full sm:w-72" to={paths.profile.to()} variant="primary">
      {home.profile}
    </ButtonLink>
  </div>
);

const LoginCard = () => (
  <section aria-labelledby="login" className={`${card} in-data-person:h-104 in-data-person:invisible`}>
    <h2 className="mb-3 text-lg" id="login" tabIndex={-1}>
      {loginText.title}
    </h2>
    <LoginForm compact />
    <p className="mt-2 flex flex-wrap justify-between gap-x-4">
      <Link className={link} to={paths.forgotPassword.to()}>
        {loginText.forgotPassword}
      </Link>
      <Link className={link} to={paths.register.to()}>
        {loginText.join}
      </Link>
    </p>
  </section>
);
