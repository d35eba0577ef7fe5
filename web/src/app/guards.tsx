import { placeInHistory, useBack } from '@portal/kit/browser/use-back.ts';
import { type ReactNode, useEffect, useRef } from 'react';
import { type Location, Navigate, useLocation } from 'react-router';
import { paths, type Route } from '../platform/paths.ts';
import { useUser } from '../platform/session.ts';

interface Visitor {
  /** The profile is complete. */
  readonly state: boolean;
}

/**
 * Where somebody who may not open a page is sent; null where they may. `from` is the page that asked for a
 * login, opened afterwards. (Specification §2, route guard.)
 */
export const guard = (route: Route, visitor: Visitor | null, from: string | null = null): string | null => {
  if (route.access === 'all') return null;
  if (route.access === 'guest') return visitor ? (from ?? paths.home.to()) : null;
  if (!visitor) return paths.login.to();
  return visitor.state || route.pattern === paths.profile.pattern ? null : paths.profile.to();
};

/** The address of our own that a navigation said to come back to; nothing else is believed. */
export const cameFrom = (state: unknown): string | null => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
};

/**
 * Where somebody comes back to who has to log in first. The member whom a navigation named is forgotten by then: that
 * page is come to by the groups.
 */
export const wayBack = ({
  pathname,
  search,
  hash,
}: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname === paths.groupMemberProfile.to() ? paths.groups.to() : `${pathname}${search}${hash}`;

/** The place in the history of the page that was shown last; 0 in a new document. */
let shownAt = 0;

/** Shows a page to those who may open it and sends the others away. */
export const Guarded = ({ route, children }: { route: Route; children: ReactNode }) => {
  const user = useUser();
  const location = useLocation();
  const target = guard(route, user, cameFrom(location.state));
  useEffect(() => {
    if (target === null) shownAt = placeInHistory();
  });
  if (target === null) return children;
  if (route.access === 'guest' && placeInHistory() < shownAt) return <SkipBack key={location.key} />;
  const from = route.access === 'login' ? { from: wayBack(location) } : null;
  return <Navigate replace state={from} to={target} />;
};

/** Who comes back to the login that led them on wants what was before it, not the page that they have just left. */
const SkipBack = () => {
  const back = useBack(paths.home.to(), { replace: true });
  // Going back twice is going too far.
  const isGone = useRef(false);
  useEffect(() => {
    if (isGone.current) return;
    isGone.current = true;
    back();
  }, [back]);
  return null;
};
