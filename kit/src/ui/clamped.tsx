import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface ClampedProps {
  children: ReactNode;
  more: string;
  less: string;
}

/** In pixels. It is the `max-h-72` below. */
const CLAMPED_HEIGHT = 288;
/** In pixels. If less is hidden, everything is shown without a button. */
const MIN_HIDDEN = 96;

/** Shows only the beginning of long content on narrow screens, and all of it on demand, on focus and on paper. */
export function Clamped({ children, more, less }: ClampedProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const isLong = useIsLong(content);
  const [isOpen, setOpen] = useState(false);
  useFocusWithin(box, setOpen);
  const clamp =
    'max-lg:max-h-72 max-lg:overflow-hidden max-lg:[mask-image:linear-gradient(#000_75%,transparent)] print:max-h-none print:overflow-visible print:[mask-image:none]';
  return (
    <>
      <div className={isLong && !isOpen ? clamp : ''} id={id} ref={box}>
        <div ref={content}>{children}</div>
      </div>
      {isLong && (
        <button
          aria-controls={id}
          aria-expanded={isOpen}
          className="min-h-11 font-semibold text-sea-800 underline hover:no-underline lg:hidden print:hidden"
          onClick={() => setOpen(!isOpen)}
          type="button"
        >
          {isOpen ? less : more}
        </button>
      )}
    </>
  );
}

/** Pictures and rich text load later. */
function useIsLong(content: { current: HTMLElement | null }): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const element = content.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setLong(element.offsetHeight > CLAMPED_HEIGHT + MIN_HIDDEN));
    observer.observe(element);
    return () => observer.disconnect();
  }, [content]);
  return isLong;
}

function useFocusWithin(box: { current: HTMLElement | null }, open: (isOpen: true) => void): void {
  useEffect(() => {
    const element = box.current;
    const show = () => open(true);
    element?.addEventListener('focusin', show);
    return () => element?.removeEventListener('focusin', show);
  }, [box, open]);
}
