import { useRef } from 'react';
import { failureKind } from './call.ts';

/** The returned function takes each error. True: the answer before was lost, and its attempt may have succeeded. */
export const useLostAnswer = () => {
  const isLost = useRef(false);
  return (error: unknown): boolean => {
    const before = isLost.current;
    isLost.current = failureKind(error) === 'offline';
    return before;
  };
};
