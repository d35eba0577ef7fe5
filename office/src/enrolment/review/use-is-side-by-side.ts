import { useSyncExternalStore } from 'react';
import { SIDE_BY_SIDE } from './panel-code.ts';

const subscribe = (listener: () => void) => {
  const media = matchMedia(SIDE_BY_SIDE);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
};

export const useIsSideBySide = (): boolean =>
  useSyncExternalStore(subscribe, () => matchMedia(SIDE_BY_SIDE).matches);
