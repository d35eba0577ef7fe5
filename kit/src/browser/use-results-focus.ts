import { type RefObject, useEffect, useRef } from 'react';
import { useNavigationType } from 'react-router';

/**
 * Focuses the heading after a link has changed the results, because the link may be gone. A search keeps the focus on
 * its button, and a choice that takes effect at once keeps it and the position. `results`: without opened items.
 */
export const useResultsFocus = (results: string): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const how = useNavigationType();
  const seen = useRef(results);
  useEffect(() => {
    if (seen.current === results) return;
    seen.current = results;
    const shown = heading.current;
    const used = document.activeElement;
    if (how !== 'PUSH' || !shown || used?.matches('[type=checkbox], [type=radio]')) return;
    const isSearch = used?.closest('search');
    if (isSearch && shown.getBoundingClientRect().top < innerHeight / 2) return;
    shown.scrollIntoView();
    if (!isSearch) shown.focus({ preventScroll: true });
  }, [results, how]);
  return heading;
};
