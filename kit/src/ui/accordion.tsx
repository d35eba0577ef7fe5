import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon } from './icon.tsx';

export function Accordion({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`space-y-2 ${className}`}>{children}</div>;
}

interface AccordionItemProps {
  /** Any content without interactive elements: it is inside a button. */
  header: ReactNode;
  /** The level of the heading around the button. */
  headingLevel: 2 | 3 | 4 | 5;
  /** A function is called when the item first opens. */
  children: ReactNode | (() => ReactNode);
  open?: boolean | undefined;
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  /** The header is pointed at or focused: it may be opened next. */
  onReach?: (() => void) | undefined;
  id?: string | undefined;
}

/** The content stays mounted after it was opened once. */
export function AccordionItem({
  header,
  headingLevel,
  children,
  open,
  defaultOpen = false,
  onOpenChange,
  onReach,
  id,
}: AccordionItemProps) {
  const base = useId();
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const isOpen = open ?? ownOpen;
  const [visited, setVisited] = useState(isOpen);
  if (isOpen && !visited) setVisited(true);
  // The press is answered before the content is drawn, which would hold up a phone.
  const isFilled = useDeferredValue(visited);
  const Heading = `h${headingLevel}` as const;
  const toggle = () => {
    setOwnOpen(!isOpen);
    onOpenChange?.(!isOpen);
  };
  return (
    <div className="rounded-lg border border-line bg-surface shadow-card" id={id}>
      <Heading className="font-normal text-base">
        <button
          aria-controls={`${base}-region`}
          aria-expanded={isOpen}
          className="flex min-h-12 w-full items-center gap-3 rounded-lg px-4 py-3 text-start hover:bg-sea-50"
          id={`${base}-button`}
          onClick={toggle}
          onFocus={onReach}
          onPointerEnter={onReach}
          title={isOpen ? uiText.collapse : uiText.expand}
          type="button"
        >
          <span className="min-w-0 flex-1">{header}</span>
          <Icon
            className={`size-5 text-sea-700 transition-transform ${isOpen ? 'rotate-180' : ''}`}
            name="chevron-down"
          />
        </button>
      </Heading>
      <section
        aria-labelledby={`${base}-button`}
        className="border-line border-t px-4 py-4"
        hidden={!isOpen}
        id={`${base}-region`}
      >
        {isFilled && (typeof children === 'function' ? children() : children)}
      </section>
    </div>
  );
}
