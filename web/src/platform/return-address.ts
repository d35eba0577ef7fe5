import { matchPath } from 'react-router';
import { paths } from './paths.ts';

/** Null unless it is a path of this site. */
export const storedReturnAddress = (state: unknown): string | null => {
  const from = typeof state === 'object' && state !== null && 'from' in state ? state.from : null;
  return typeof from === 'string' && /^\/(?![/\\])/.test(from) ? from : null;
};

/** Returns the code of the class for which the address enrols. */
export const classOfEnrolment = (address: string): string | null => {
  const [pathname = ''] = address.split(/[?#]/);
  const found =
    matchPath(paths.personalEnrolment.pattern, pathname) ?? matchPath(paths.groupEnrolment.pattern, pathname);
  return found?.params.code ?? null;
};
