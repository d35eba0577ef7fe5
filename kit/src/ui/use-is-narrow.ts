import { useLayoutEffect, useRef, useState } from 'react';

/** Rem: enough for six or seven columns. */
export const ROOM_FOR_A_TABLE = 52;

/** Known before the first paint. Ignores hidden tabs. */
export function useIsNarrow(limit: number, isShown: boolean) {
  const room = useRef<HTMLDivElement>(null);
  const [isNarrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const element = room.current;
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
  return [room, isNarrow] as const;
}
