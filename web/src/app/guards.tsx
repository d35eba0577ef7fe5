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

/**
 * The address to redirect to where the visitor may not open the page; null where they may. `from` is the page that
 * required the login and opens after it. (Specification §2, route guard.)
 */
export const guard = (route: Route, visitor: Visitor | null, from: string | null = null): string | null => {
  if (route.access === 'all') return null;
  if (route.access === 'guest') return visitor ? (from ?? paths.home.to()) : null;
  if (!visitor) return paths.login.to();
  return visitor.state || route.pattern === paths.profile.pattern ? null : paths.profile.to();
};

/**
 * The address to return to after a login: the page that required it. The member profile leads back to the groups,
 * because it needs a member that the navigation names and a login loses.
 */
export const returnAddressOf = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname === paths.groupMemberProfile.to() ? paths.groups.to() : `${pathname}${search}${hash}`;

/** The history position of the page shown last; 0 in a new document. */
let shownAt = 0;

/** Shows a page to visitors who may open it and redirects the others. */
export const Guarded = ({ route, children }: { route: Route; children: ReactNode }) => {
  const user = useUser();
  const location = useLocation();
  const target = guard(route, user, returnAddressIn(location.state));
  useEffect(() => {
    if (target === null) shownAt = placeInHistory();
  });
  if (target === null) return children;
  if (route.access === 'guest' && placeInHistory() < shownAt) return <SkipBack key={location.key} />;
  const from = route.access === 'login' ? { from: returnAddressOf(location) } : null;
  return <Navigate replace state={from} to={target} />;
};

/** Going back onto a guest page after logging in continues to the page before it, instead of redirecting forward. */
const SkipBack = () => {
  const back = useBack(paths.home.to(), { replace: true });
  // An effect may run twice; going back must not.
  const isGone = useRef(false);
  useEffect(() => {
    if (isGone.current) return;
    isGone.current = true;
    back();
  }, [back]);
  return null;
};
