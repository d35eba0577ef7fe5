import { useEffect } from 'react';
import { focusPage } from '../platform/focus-page.ts';

const PARTS = 'fieldset, section, dialog, main';

/** The parts of the page around the element, the nearest first. */
const partsAround = (element: Element): Element[] => {
  const part = element.parentElement?.closest(PARTS);
  return part ? [part, ...partsAround(part)] : [];
};

const headingOf = (part: Element) => part.querySelector<HTMLElement>('legend, h1, h2, h3');

interface Place {
  readonly element: Element;
  readonly parts: readonly Element[];
}

const NOWHERE: Place = { element: document.body, parts: [] };

const isFocusLost = () => document.activeElement === null || document.activeElement === document.body;

const focusHeading = (parts: readonly Element[]) => {
  const part = parts.find((each) => each.isConnected && headingOf(each));
  const heading = part && headingOf(part);
  if (!heading) return focusPage();
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
};

/**
 * If the element with the focus leaves the page, for example a button with its row, the browser leaves the focus
 * nowhere. It goes to the nearest heading then, unless something else takes it.
 */
export const useKeptFocus = (): void => {
  useEffect(() => {
    let last = NOWHERE;
    /** Where the dialogs were opened. */
    let lastBelowDialogs = NOWHERE;
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = { element: target, parts: partsAround(target) };
      if (!target.closest('dialog')) lastBelowDialogs = last;
    };
    const keep = () => {
      if (isFocusLost() && !last.element.isConnected)
        focusHeading([...last.parts, ...lastBelowDialogs.parts]);
    };
    const observer = new MutationObserver(() => {
      if (isFocusLost() && !last.element.isConnected) setTimeout(keep);
    });
    observer.observe(document.body, { childList: true, subtree: true });
    document.addEventListener('focusin', onFocus);
    return () => {
      observer.disconnect();
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
};
