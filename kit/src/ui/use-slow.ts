import { useEffect, useState } from 'react';

/** Milliseconds until progress is shown. */
const PATIENCE = 1000;

/** True once an action has been running for more than a second. */
export const useSlow = (isUnderWay: boolean): boolean => {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return undefined;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isUnderWay]);
  return isSlow;
};
