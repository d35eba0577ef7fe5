import { useSyncExternalStore } from 'react';

/** From here on list and detail stand side by side. */
const SIDE_BY_SIDE = '(width >= 64rem)';

const subscribe = (listener: () => void) => {
  const media = matchMedia(SIDE_BY_SIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

export const useIsWide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(SIDE_BY_SIDE).matches);
