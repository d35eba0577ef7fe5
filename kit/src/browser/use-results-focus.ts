import { type RefObject, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * For the heading above a list: it takes the focus when a link has brought other results, since that link may be gone;
 * a search keeps the focus on its button. `results` names what is shown, without what is opened in it.
 */
export const useResultsFocus = (results: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const how = useNavigationType();
  const seen = useRef(results);
  useEffect(() => {
    if (seen.current === results) return;
    seen.current = results;
    if (how !== 'PUSH' || document.activeElement?.closest('search')) return;
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }, [results, how]);
  return heading;
};
