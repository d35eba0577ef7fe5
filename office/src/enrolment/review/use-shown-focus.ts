import { useEffect, useRef } from 'react';
import { QUEUE_HEADING, rowElementId } from './queue/element-ids.ts';

const focusInList = (id: number) =>
  (document.getElementById(rowElementId(id)) ?? document.getElementById(QUEUE_HEADING))?.focus();

interface Place {
  readonly shownId: number | null;
  /** Null if nobody has chosen what is shown. */
  readonly openedId: number | null;
}

const NOWHERE: Place = { shownId: null, openedId: null };

/** Whether the person was led from `before` to the registration at `now`. */
const isLedTo = (before: Place, now: Place): boolean => {
  if (now.openedId !== null && now.openedId !== before.openedId) return true;
  return before.shownId !== null && before.shownId !== now.shownId;
};

/**
 * Focuses the heading of a newly shown registration, and its row when the detail closes. Not for the first one of the page.
 * @returns to be called with the heading once it is on the page, which may be long after the registration was chosen.
 */
export const useShownFocus = (
  shownId: number | null,
  openedId: number | null,
): ((heading: HTMLHeadingElement) => void) => {
  const before = useRef<Place>({ shownId, openedId });
  useEffect(() => {
    const last = before.current.shownId;
    if (shownId !== null || last === null) return;
    focusInList(last);
    before.current = NOWHERE;
  }, [shownId]);
  return (heading) => {
    const [last, now] = [before.current, { shownId, openedId }];
    before.current = now;
    if (!isLedTo(last, now)) return;
    // In a task of its own: here it would lay out the whole page while the press is still answered.
    setTimeout(() => {
      window.scrollTo(0, 0);
      heading.focus({ preventScroll: true });
    });
  };
};
