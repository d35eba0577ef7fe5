import type { ReactNode } from 'react';

/** The keyboard can scroll it. */
const reachable = { tabIndex: 0 } as const;

/** Holds a table that may be wider than the screen. */
export const HorizontalScroll = ({ label, children }: { label: string; children: ReactNode }) => (
  <section
    aria-label={label}
    className="overflow-x-auto rounded-lg border border-line bg-surface"
    {...reachable}
  >
    {children}
  </section>
);
