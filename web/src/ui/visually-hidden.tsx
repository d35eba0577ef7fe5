import type { ReactNode } from 'react';

/** Text for screen readers alone. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className="sr-only">{children}</span>;
}

/**
 * A polite live region for results that change without a page change. Keep it mounted and change its children:
 * screen readers speak what changes in a region that they already know.
 */
export function LiveRegion({ children }: { children?: ReactNode }) {
  return (
    <div className="sr-only" role="status">
      {children}
    </div>
  );
}
