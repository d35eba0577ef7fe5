import { useEffect, useState } from 'react';

/** From here on somebody who waits wants to know how far it is, in milliseconds. */
const PATIENCE = 1000;

/** True once something has been under way for more than a second. */
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
