import { createHmac, timingSafeEqual } from 'node:crypto';

/* A code is a signed registration number in Crockford's base 32, which is easy to read out and type. */

const DIGITS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** The characters of the signature, which hold 60 bits. */
const SIGNATURE = 12;
const NUMBER = 4;

const encodeNumber = (id: number): string => {
  let [rest, text] = [id, ''];
  do {
    text = `${DIGITS[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  } while (rest > 0);
  return text.padStart(NUMBER, '0');
};

const decodeNumber = (text: string): number =>
  [...text].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0);

const sign = (id: number, secret: string): string => {
  const bits = createHmac('sha256', Buffer.from(secret, 'base64url')).update(`check-in ${id}`).digest();
  return [...bits.subarray(0, SIGNATURE)].map((byte) => DIGITS[byte % 32]).join('');
};

/** Returns the code in groups of four: `000A-7K2M-9QXB-4TZR`. */
export const checkInCode = (registrationId: number, secret: string): string =>
  `${encodeNumber(registrationId)}${sign(registrationId, secret)}`.replace(/.{4}(?=.)/g, '$&-');

/** Accepts lower case, missing hyphens, O for 0, I and L for 1. */
const plain = (typed: string): string =>
  typed.normalize('NFKC').toUpperCase().replace(/[\s-]/g, '').replace(/O/g, '0').replace(/[IL]/g, '1');

const isCode = new RegExp(`^[${DIGITS}]{${NUMBER + SIGNATURE},${10 + SIGNATURE}}$`);

/** Returns the registration's id, or null if the signature is wrong. */
export const readCheckInCode = (typed: string, secret: string): number | null => {
  const code = plain(typed);
  if (!isCode.test(code)) return null;
  const id = decodeNumber(code.slice(0, -SIGNATURE));
  const signature = Buffer.from(code.slice(-SIGNATURE));
  return timingSafeEqual(signature, Buffer.from(sign(id, secret))) ? id : null;
};
