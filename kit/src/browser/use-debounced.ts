import { useCallback, useEffect, useRef, useState } from 'react';

/** Milliseconds in which what is asked again is asked once (specification §9); a search waits so long for another one. */
export const DEBOUNCE = 300;

/**
 * Of several calls in quick succession only the last one runs, DEBOUNCE after it; none once the component is gone. The
 * second value says that a call is waiting.
 */
export const useDebounced = <A extends unknown[]>(
  run: (...args: A) => void,
): readonly [(...args: A) => void, boolean] => {
  const [waiting, setWaiting] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const ask = useCallback((...args: A) => {
    clearTimeout(timer.current);
    setWaiting(true);
    timer.current = setTimeout(() => {
      setWaiting(false);
      latest.current(...args);
    }, DEBOUNCE);
  }, []);
  return [ask, waiting];
};
