import { tabStorage } from '@portal/kit/browser/storage.ts';
import { useEffect, useLayoutEffect, useRef } from 'react';
import { type Location, useLocation, useNavigationType } from 'react-router';

/*
 * What a browser does by itself between documents: a new page starts at its top with the focus at its heading,
 * and back or forward (and a reload) return to where one was.
 */

const KEY = 'scroll-positions';
/** How long a page that is still loading may take to become tall enough. */
const PATIENCE = 3000;

const readPositions = (): Map<string, number> => {
  try {
    return new Map(JSON.parse(tabStorage.get(KEY) ?? '[]'));
  } catch {
    return new Map();
  }
};

const writePositions = (positions: Map<string, number>) =>
  tabStorage.set(KEY, JSON.stringify([...positions].slice(-50)));

/** Calls `attempt` whenever the page changes, until it says yes, the person acts, or patience ends. */
const untilDone = (attempt: () => boolean): (() => void) => {
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
  const timer = setTimeout(stop, PATIENCE);
  for (const event of ['wheel', 'touchstart', 'keydown', 'pointerdown']) {
    addEventListener(event, stop, { passive: true });
  }
  return stop;
};

const scrollBackTo = (top: number): (() => void) =>
  untilDone(() => {
    scrollTo({ top, behavior: 'instant' });
    return Math.abs(scrollY - top) < 2;
  });

/** Puts the focus at the page's heading, as soon as there is one, unless the person has moved it meanwhile. */
export const focusHeading = (): (() => void) => {
  const main = document.getElementById('main');
  main?.focus({ preventScroll: true });
  return untilDone(() => {
    const heading = main?.querySelector('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    if (document.activeElement === main || document.activeElement === document.body) {
      heading.focus({ preventScroll: true });
    }
    return true;
  });
};

/** Names an entry of the history. The first one of every document has the same key, so the address belongs to it. */
const entryOf = ({ key, pathname, search }: Location): string => `${key} ${pathname}${search}`;

/** This document was asked for anew: nobody has been anywhere on its page yet. */
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

/** Scrolls and focuses as documents do. A change of the query alone is the page's own affair. */
export const useScrollAndFocus = (): void => {
  const location = useLocation();
  const how = useNavigationType();
  const entry = entryOf(location);
  const positions = useRememberedPositions(entry);
  const before = useRef<Location | null>(null);

  useLayoutEffect(() => {
    const came = before.current;
    before.current = location;
    const isFirst = came === null || came === location;
    if (how === 'POP' && isFirst && isNewDocument()) return undefined;
    if (how === 'POP') return scrollBackTo(positions.get(entry) ?? 0);
    if (came?.pathname !== location.pathname) scrollTo({ top: 0, behavior: 'instant' });
    // A query that was replaced is a new entry of the history, which may be left without any scrolling.
    positions.set(entry, scrollY);
    return undefined;
  }, [location, entry, how, positions]);

  const { pathname } = location;
  const focusedAt = useRef<string>(pathname);
  useEffect(() => {
    if (focusedAt.current === pathname) return undefined;
    focusedAt.current = pathname;
    return focusHeading();
  }, [pathname]);
};
