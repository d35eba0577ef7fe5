import type { ReactNode } from 'react';

/** The surface of things that belong together. On paper they stand without it. */
export const panelClass =
  'rounded-xl border border-line bg-surface p-4 shadow-card sm:p-6 print:border-0 print:p-0 print:shadow-none';

export const Panel = ({ children }: { children: ReactNode }) => <div className={panelClass}>{children}</div>;
