import type { ReactNode } from 'react';
import './action-bar.css';

/** Stays at the foot of the window as long as its parent is in sight: the parent must hold the whole page. */
export const ActionBar = ({ children }: { children: ReactNode }) => (
  <div className="action-bar bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-1 border-line border-t bg-surface px-4 py-3 sm:mx-0 sm:rounded-t-lg [@media_screen_and_(min-height:30rem)]:sticky print:hidden">
    {children}
  </div>
);
