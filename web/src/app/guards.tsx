import { placeInHistory, useBack } from '@portal/kit/browser/use-back.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { paths, type Route } from '../platform/paths.ts';
import { returnAddressIn } from '../platform/return-address.ts';
import { useUser } from '../platform/session.ts';

interface Visitor {
  /** The profile is complete. */
  readonly state: boolean;
}

/** Null: no redirect (specification §2). `from`: the page that required the login. */
export const guard = (route: Route, visitor: Visitor | null, from: string | null = null): string | null => {
  if (route.access === 'all') return null;
  if (route.access === 'guest') return visitor ? (from ?? paths.home.to()) : null;
  if (!visitor) return paths.login.to();
  return visitor.state || route.pattern === paths.profile.pattern ? null : paths.profile.to();
};

/** The member profile needs a member chosen on the page before. A login loses the choice: it returns to the groups. */
export const returnAddressOf = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname === paths.groupMemberProfile.to() ? paths.groups.to() : `${pathname}${search}${hash}`;

let lastShownPlace = 0;

export const Guarded = ({ route, children }: { route: Route; children: ReactNode }) => {
  const user = useUser();
  const location = useLocation();
  const target = guard(route, user, returnAddressIn(location.state));
  useEffect(() => {
    if (target === null) lastShownPlace = placeInHistory();
  });
  if (target === null) return children;
  if (route.access === 'guest' && placeInHistory() < lastShownPlace) return <SkipBack key={location.key} />;
  const from = route.access === 'login' ? { from: returnAddressOf(location) } : null;
  return <Navigate replace state={from} to={target} />;
};

/** Going back to a guest page after the login goes back one page further. */
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
