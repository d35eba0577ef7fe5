import { useSyncExternalStore } from 'react';

/** List and detail are side by side from this width on. */
const SIDE_BY_SIDE = '(width >= 64rem)';

const subscribe = (listener: () => void) => {
  const media = matchMedia(SIDE_BY_SIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

export const useIsSideBySide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(SIDE_BY_SIDE).matches);
