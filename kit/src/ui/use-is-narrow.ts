import { useLayoutEffect, useRef, useState } from 'react';

/** Rem: enough for six or seven columns. */
export const TABLE_WIDTH = 52;

/** Known before the first paint. Ignores hidden tabs. */
export function useIsNarrow(limit: number, isShown: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || !isShown) return;
    const judge = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
      if (element.clientWidth > 0) setNarrow(element.clientWidth < limit * rem);
    };
    judge();
    const observer = new ResizeObserver(judge);
    observer.observe(element);
    return () => observer.disconnect();
  }, [limit, isShown]);
  return [box, isNarrow] as const;
}
