import type { Country } from '@portal/contract/country';
import { browserStorage } from '@portal/kit/browser/storage.ts';

const KEY = 'login-kind';

export const lastKind = (): Country => (browserStorage.get(KEY) === 'foreign' ? 'foreign' : 'local');

export const keepKind = (kind: Country): void => browserStorage.set(KEY, kind);

const nationalId = /^[A-Z][0-9]{9}$/;
const residence = /^[A-Z][89A-D][0-9]{8}$/;
const passport = /^(?=.*[0-9])[A-Z0-9]{5,20}$/;

/** The other kind if the number has its form. */
export const likelierKind = (typed: string, chosen: Country): Country | null => {
  const number = typed
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]/gu, '')
    .toUpperCase();
  const isForeign = residence.test(number) || (passport.test(number) && !nationalId.test(number));
  if (chosen === 'local') return isForeign ? 'foreign' : null;
  return nationalId.test(number) && !residence.test(number) ? 'local' : null;
};
