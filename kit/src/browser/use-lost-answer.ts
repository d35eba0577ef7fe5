import { useRef } from 'react';
import { failureKind } from './call.ts';

/** Told of each failure, says whether the answer before it was lost: what was sent then may have been done all the same. */
export const useLostAnswer = () => {
  const isLost = useRef(false);
  return (error: unknown): boolean => {
    const before = isLost.current;
    isLost.current = failureKind(error) === 'offline';
    return before;
  };
};
