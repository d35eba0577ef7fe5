import { type ReactNode, useId, useState } from 'react';
import { uiText } from '../text/zh-TW/ui.ts';
import { Icon } from './icon.tsx';

/** A stack of items that open in place; several may be open. */
export function Accordion({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`space-y-2 ${className}`}>{children}</div>;
}

interface AccordionItemProps {
  /** Free content, but nothing that can be pressed: all of it is inside the button. */
  header: ReactNode;
  /** Level of the heading around the button. */
  headingLevel: 2 | 3 | 4 | 5;
  /** A function is called when the item opens for the first time. */
  children: ReactNode | (() => ReactNode);
  open?: boolean | undefined;
  defaultOpen?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
  id?: string | undefined;
}

/** A heading that is a button, and the region that it opens. What was open once stays in the page, hidden. */
export function AccordionItem({
  header,
  headingLevel,
  children,
  open,
  defaultOpen = false,
  onOpenChange,
  id,
}: AccordionItemProps) {
  const base = useId();
  const [ownOpen, setOwnOpen] = useState(defaultOpen);
  const isOpen = open ?? ownOpen;
  const [visited, setVisited] = useState(isOpen);
  if (isOpen && !visited) setVisited(true);
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
        {visited && (typeof children === 'function' ? children() : children)}
      </section>
    </div>
  );
}
