import { Button } from '@portal/kit/ui/button.tsx';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { formsText } from '../text/zh-TW/forms.ts';
import './more-actions.css';

interface MoreActionsProps {
  children: ReactNode;
  /** These acts cannot be undone. */
  lasting?: ReactNode;
}

const useCloseOutside = (box: RefObject<HTMLElement | null>, isOpen: boolean, close: () => void) => {
  useEffect(() => {
    if (!isOpen) return;
    const listening = new AbortController();
    const onPress = ({ target }: PointerEvent) => {
      // Dialogs lie at the end of the document.
      const isInside =
        target instanceof Element && (box.current?.contains(target) || target.closest('dialog'));
      if (!isInside) close();
    };
    document.addEventListener('pointerdown', onPress, { signal: listening.signal });
    return () => listening.abort();
  }, [box, isOpen, close]);
};

/** The menu holds the acts of a page beside its main one. It stays open below the dialog of an act. */
export const MoreActions = ({ children, lasting }: MoreActionsProps) => {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useCloseOutside(box, isOpen, () => setOpen(false));
  const onKeyDown = ({ key, target }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen || (target instanceof Element && target.closest('dialog'))) return;
    setOpen(false);
    button.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape closes it from each of its buttons
    <div className="relative" onKeyDown={onKeyDown} ref={box}>
      <Button
        aria-expanded={isOpen}
        aria-label={formsText.more}
        className="px-3"
        onClick={() => setOpen(!isOpen)}
        ref={button}
      >
        <span aria-hidden="true" className="text-xl leading-none">
          ⋯
        </span>
      </Button>
      {isOpen && (
        <div className="more-actions absolute end-0 top-full z-20 mt-1 w-56 rounded-lg border border-line-strong bg-surface p-1 shadow-lift max-sm:fixed max-sm:inset-x-4 max-sm:top-auto max-sm:bottom-4 max-sm:w-auto">
          {children}
          {lasting && <div data-lasting="">{lasting}</div>}
        </div>
      )}
    </div>
  );
};
