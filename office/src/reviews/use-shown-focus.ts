import { type RefObject, useEffect, useRef } from 'react';
import { QUEUE_HEADING, rowElementId } from './queue/element-ids.ts';

const focusInList = (id: number) =>
  (document.getElementById(rowElementId(id)) ?? document.getElementById(QUEUE_HEADING))?.focus();

/** To the heading of a newly shown registration, and back to its row. Not for the first one of the page. */
export const useShownFocus = (
  shownId: number | null,
  openedId: number | null,
): RefObject<HTMLHeadingElement | null> => {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(shownId);
  useEffect(() => {
    const last = before.current;
    if (last === shownId) return;
    if (shownId === null) {
      before.current = null;
      if (last !== null) focusInList(last);
    } else if (last === null && openedId === null) {
      before.current = shownId;
    } else if (heading.current) {
      before.current = shownId;
      window.scrollTo(0, 0);
      heading.current.focus({ preventScroll: true });
    }
  });
  return heading;
};
