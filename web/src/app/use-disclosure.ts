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
  const [openAt, setOpenAt] = useState<string | null>(null);
  const { key } = useLocation();
  const area = useRef<E>(null);
  const button = useRef<HTMLButtonElement>(null);
  const isOpen = openAt === key;
  // Forget the entry: otherwise going back to it would open the panel again.
  if (openAt !== null && !isOpen) setOpenAt(null);

  useEffect(() => {
    if (!isOpen) return;
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !area.current?.contains(event.target)) setOpenAt(null);
    };
    const closeByEsc = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpenAt(null);
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

  return { isOpen, toggle: () => setOpenAt(isOpen ? null : key), area, button };
};
