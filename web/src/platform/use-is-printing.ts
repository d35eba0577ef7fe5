import { useSyncExternalStore } from 'react';

const medium = () => matchMedia('print');

/** Browsers tell it by one of these before they lay out the paper. */
let isPreparing = false;

const subscribe = (onChange: () => void) => {
  const listening = new AbortController();
  const { signal } = listening;
  const prepare = (isBefore: boolean) => () => {
    isPreparing = isBefore;
    onChange();
  };
  addEventListener('beforeprint', prepare(true), { signal });
  addEventListener('afterprint', prepare(false), { signal });
  medium().addEventListener('change', onChange, { signal });
  return () => listening.abort();
};

/** Paper has no pager and no search: it shows all rows. */
export const useIsPrinting = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => isPreparing || medium().matches,
    () => false,
  );
