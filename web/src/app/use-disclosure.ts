import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

interface Disclosure<E extends HTMLElement> {
  readonly isOpen: boolean;
  readonly toggle: () => void;
  readonly area: RefObject<E | null>;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Closes on Esc, on a press or focus outside, and on navigation. */
export const useDisclosure = <E extends HTMLElement>(): Disclosure<E> => {
  /** The key of the history entry on which the panel was opened. The panel is open only while this entry is shown. */
  const [openedOnEntry, setOpenedOnEntry] = useState<string | null>(null);
  const { key } = useLocation();
  const area = useRef<E>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openedOnEntry === key;
  // Otherwise going back to that entry would open the panel again.
  if (openedOnEntry !== null && !isOpen) setOpenedOnEntry(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenedOnEntry(null);
    };
    const closeByEsc = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenedOnEntry(null);
      button.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    document.addEventListener('keydown', closeByEsc);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
      document.removeEventListener('keydown', closeByEsc);
    };
  }, [isOpen]);

  return { isOpen, toggle: () => setOpenedOnEntry(isOpen ? null : key), area, button };
};
