import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/** False on the server and until the page that it rendered is taken over. */
export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
