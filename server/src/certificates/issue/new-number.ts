import { randomInt } from 'node:crypto';

/** The letters I, L, O and U are left out, because they are easily confused. */
const NUMBER_ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Fifty bits, so that numbers cannot be guessed. */
const SUFFIX_LENGTH = 10;

/** `FAI-2026-7KQ2M9XW4T`. */
export const newNumber = (courseCode: string, issuedOn: string): string => {
  const character = () => NUMBER_ALPHABET.charAt(randomInt(NUMBER_ALPHABET.length));
  const suffix = Array.from({ length: SUFFIX_LENGTH }, character);
  return `${courseCode}-${issuedOn.slice(0, 4)}-${suffix.join('')}`;
};
