import { type RefObject, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/** Focuses the heading after a link has changed the results, because the link may be gone. `results`: without opened items. */
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
