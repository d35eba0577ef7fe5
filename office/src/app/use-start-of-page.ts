import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { focusPage } from '../platform/focus-page.ts';

/** A link leads to the top of its page, with focus. */
export const useStartOfPage = () => {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    focusPage();
    if (how !== 'POP') window.scrollTo(0, 0);
  }, [pathname, how]);
};
