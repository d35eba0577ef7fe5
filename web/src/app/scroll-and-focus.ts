import { tabStorage } from '@portal/kit/browser/storage.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

/* Makes navigation between pages behave like navigation between documents: back, forward and reload restore the position. */

const KEY = 'scroll-positions';
/** In milliseconds. */
const RETRY_MS = 3000;

const readPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(tabStorage.get(KEY) ?? '[]'));
  } catch {
    return new Map();
  }
};

const writePositions = (positions: Map<string, number>) =>
  tabStorage.set(KEY, JSON.stringify([...positions].slice(-50)));

/** Calls `attempt` at each change of the page until it succeeds, the person acts, or time is up. */
const retryOnChanges = (attempt: () => boolean): (() => void) => {
  if (attempt()) return () => undefined;
  const stop = () => {
    observer.disconnect();
    clearTimeout(timer);
    for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) removeEventListener(event, stop);
  };
  const observer = new MutationObserver(() => {
    if (attempt()) stop();
  });
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, RETRY_MS);
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(event, stop, { passive: true });
  }
  return stop;
};

const scrollBackTo = (top: number): (() => void) =>
  retryOnChanges(() => {
    scrollTo({ top, behavior: 'instant' });
    return Math.abs(scrollY - top) < 2;
  });

/** Focuses the heading as soon as the page shows one, unless the person has moved the focus meanwhile. */
export const focusHeading = (): (() => void) => {
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  return retryOnChanges(() => {
    const heading = main?.querySelector('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    if (document.activeElement === main || document.activeElement === document.body) {
      heading.focus({ preventScroll: true });
    }
    return true;
  });
};

/** Names a history entry. The first entry of every document has the same key, so the address is added. */
const entryOf = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`;

/** Returns false after reload, back and forward, which restore the position. */
const isNewDocument = (): boolean =>
  performance
    .getEntriesByType('navigation')
    .every((entry) => entry instanceof PerformanceNavigationTiming && entry.type === 'navigate');

const useRememberedPositions = (entry: string) => {
  const positions = useRef(readPositions());
  useEffect(() => {
    history.scrollRestoration = 'manual';
    const remember = () => positions.current.set(entry, scrollY);
    const write = () => writePositions(positions.current);
    addEventListener('scroll', remember, { passive: true });
    addEventListener('pagehide', write);
    return () => {
      removeEventListener('scroll', remember);
      removeEventListener('pagehide', write);
    };
  }, [entry]);
  return positions.current;
};

/** Does not scroll if only the query changes: the page decides then. */
export const useScrollAndFocus = (): void => {
  const location = useLocation();
  const navigation = useNavigationType();
  const entry = entryOf(location);
  const positions = useRememberedPositions(entry);
  const before = useRef<Location | null>(null);

  useLayoutEffect(() => {
    const former = before.current;
    before.current = location;
    // React may run the effect twice for one location.
    const isFirst = former === null || former === location;
    // The browser has put a new document at its top, or where the #fragment is.
    if (navigation === 'POP' && isFirst && isNewDocument()) return undefined;
    if (navigation === 'POP') return scrollBackTo(positions.get(entry) ?? 0);
    if (former?.pathname !== location.pathname) scrollTo({ top: 0, behavior: 'instant' });
    // Remember the position also if the person leaves without scrolling.
    positions.set(entry, scrollY);
    return undefined;
  }, [location, entry, navigation, positions]);

  const { pathname } = location;
  const focusedAt = useRef<string>(pathname);
  useEffect(() => {
    if (focusedAt.current === pathname) return undefined;
    focusedAt.current = pathname;
    return focusHeading();
  }, [pathname]);
};
