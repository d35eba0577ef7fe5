import { useCallback, useEffect, useRef, useState } from 'react';

/** A search waits so long for another one before it is sent, in milliseconds (specification §9). */
export const SEARCH_DEBOUNCE = 300;

/**
 * Of several calls in quick succession only the last one runs, `wait` milliseconds after it; none once the component
 * is gone. The second value says that a call is waiting.
 */
export const useDebounced = <A extends unknown[]>(
  run: (...args: A) => void,
  wait = SEARCH_DEBOUNCE,
): readonly [(...args: A) => void, boolean] => {
  const [waiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = useCallback(
    (...args: A) => {
      clearTimeout(timer.current);
      setWaiting(true);
      timer.current = setTimeout(() => {
        setWaiting(false);
        latest.current(...args);
      }, wait);
    },
    [wait],
  );
  return [ask, waiting];
};
