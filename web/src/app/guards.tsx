import { placeInHistory, useBack } from '@portal/kit/browser/use-back.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { paths, type Route } from '../platform/paths.ts';
import { storedReturnAddress } from '../platform/return-address.ts';
import { useUser } from '../platform/session.ts';

interface Visitor {
  /** The profile is complete, and the password is no longer the birth date. */
  readonly state: boolean;
}

/** Returns the address to redirect to, or null (specification §2). `from` is the page that required the login. */
export const guard = (route: Route, visitor: Visitor | null, from: string | null = null): string | null => {
  if (route.access === 'all') return null;
  if (route.access === 'guest') return visitor ? (from ?? paths.home.to()) : null;
  if (!visitor) return paths.login.to();
  return visitor.state || route.pattern === paths.profile.pattern ? null : paths.profile.to();
};

/** The member profile needs a member chosen on the page before; a login loses the choice, so it leads to the groups. */
export const addressToReturnTo = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname === paths.groupMemberProfile.to() ? paths.groups.to() : `${pathname}${search}${hash}`;

/** The history position of the page that was shown last. If the next page has a smaller one, the person went back. */
let lastShownPlace = 0;

export const Guarded = ({ route, children }: { route: Route; children: ReactNode }) => {
  const user = useUser();
  const location = useLocation();
  const target = guard(route, user, storedReturnAddress(location.state));
  useEffect(() => {
    if (target === null) lastShownPlace = placeInHistory();
  });
  if (target === null) return children;
  if (route.access === 'guest' && placeInHistory() < lastShownPlace) return <SkipBack key={location.key} />;
  const state = route.access === 'login' ? { from: addressToReturnTo(location) } : null;
  return <Navigate replace state={state} to={target} />;
};

/** Goes back one page further when somebody who is logged in goes back to a page for guests. */
const SkipBack = () => {
  const back = useBack(paths.home.to(), { replace: true });
  // React may run an effect twice.
  const hasGoneBack = useRef(false);
  useEffect(() => {
    if (hasGoneBack.current) return;
    hasGoneBack.current = true;
    back();
  }, [back]);
  return null;
};
