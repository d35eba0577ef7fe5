import { randomInt } from 'node:crypto';

/** Without I, L, O and U, which are easily confused. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Fifty bits, so that numbers cannot be guessed. */
const LENGTH = 10;

/** `FAI-2026-7KQ2M9XW4T`. */
export const newNumber = (courseCode: string, issuedOn: string): string => {
  const suffix = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length)));
  return `${courseCode}-${issuedOn.slice(0, 4)}-${suffix.join('')}`;
};
