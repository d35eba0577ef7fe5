import { useSyncExternalStore } from 'react';
import { type createBrowserRouter, useLocation } from 'react-router';

export type Router = ReturnType<typeof createBrowserRouter>;

let followed: Router | undefined;

export const followNavigation = (router: Router) => {
  followed = router;
};

const subscribe = (listener: () => void) => followed?.subscribe(listener) ?? (() => {});

/** Whether the page that is shown is no longer the one that was asked for: the code of the next one is loading. */
export const useIsLeaving = (): boolean => {
  const shown = useLocation().key;
  return useSyncExternalStore(subscribe, () => {
    if (!followed) return false;
    const { navigation, location } = followed.state;
    return navigation.state !== 'idle' || location.key !== shown;
  });
};
