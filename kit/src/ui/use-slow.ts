import { useEffect, useState } from 'react';

/** Milliseconds until progress is shown. */
const SLOW_MS = 1000;

export const useSlow = (isUnderWay: boolean): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isUnderWay]);
  return isSlow;
};
