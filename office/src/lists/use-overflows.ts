import { type RefObject, useLayoutEffect, useState } from 'react';

/** Whether the table is wider than the box around it. */
export const useOverflows = (box: RefObject<HTMLElement | null>): boolean => {
  const [isWide, setWide] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    const table = element?.querySelector('table');
    if (!element || !table) return;
    // The widths of tables have fractions.
    const judge = () => setWide(table.offsetWidth > element.clientWidth + 1);
    const observer = new ResizeObserver(judge);
    observer.observe(element);
    observer.observe(table);
    return () => observer.disconnect();
  }, [box]);
  return isWide;
};
