import { useCallback, useEffect, useRef, useState } from 'react';

/** In milliseconds. Repeated requests within this time are sent once (specification §9). */
export const DEBOUNCE = 300;

/** Runs only the last of several quick calls, and none after unmounting. The second value: a call is waiting. */
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
