import { useEffect, useRef } from 'react';
import { QUEUE_HEADING, rowElementId } from './queue/element-ids.ts';

const focusInList = (id: number) =>
  (document.getElementById(rowElementId(id)) ?? document.getElementById(QUEUE_HEADING))?.focus();

/**
 * Focuses the heading of a newly shown registration, and its row when the detail closes. Not for the first one of the page.
 * @returns to be called with the heading once it is on the page, which may be long after the registration was chosen.
 */
export const useShownFocus = (
  shownId: number | null,
  openedId: number | null,
): ((heading: HTMLHeadingElement) => void) => {
  const before = useRef(shownId);
  useEffect(() => {
    if (shownId !== null || before.current === null) return;
    focusInList(before.current);
    before.current = null;
  }, [shownId]);
  return (heading) => {
    const last = before.current;
    if (last === shownId) return;
    before.current = shownId;
    if (last === null && openedId === null) return;
    // In a task of its own: here it would lay out the whole page while the press is still answered.
    setTimeout(() => {
      window.scrollTo(0, 0);
      heading.focus({ preventScroll: true });
    });
  };
};
