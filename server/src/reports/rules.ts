import { addMonths, today } from '@portal/contract/dates';

/** The first of so many months of which the last is the present one: `2026-01`. */
export const firstMonth = (now: Date, months: number): string =>
  addMonths(today(now), 1 - months).slice(0, 7);

/* Interprets the text typed into the search. */

/** A range of texts that begin with the same characters, compared byte by byte. */
export interface Prefix {
  readonly from: string;
  readonly below: string;
}

/** Above every character of a text. */
const LAST = '\u{10ffff}';

const prefixOf = (text: string): Prefix => ({ from: text, below: text + LAST });

const whole = (text: string, shape: RegExp): string | null => (shape.test(text) ? text : null);

/** The identity number or passport number that is meant. Parts of one are none: nobody may try them out. */
export const identityMeant = (q: string): string | null =>
  whole(q.replace(/[\s-]/g, '').toUpperCase(), /^[A-Z0-9]{5,20}$/);

/** The beginning of a phone number, without what people write between its digits. */
export const phoneMeant = (q: string): Prefix | null => {
  const digits = whole(q, /^[+()\d\s-]+$/)?.replace(/\D/g, '') ?? '';
  return digits.length >= 4 ? prefixOf(digits) : null;
};

/** The beginning of an e-mail address. */
export const emailMeant = (q: string): Prefix | null => {
  const email = whole(q.toLowerCase(), /^[\w.!#$%&'*+/=?^`{|}~@-]{3,}$/);
  return email === null ? null : prefixOf(email);
};

/** The beginning of a certificate's number. */
export const certificateMeant = (q: string): Prefix | null => {
  const number = whole(q.toUpperCase(), /^[A-Z0-9-]{3,40}$/);
  return number === null ? null : prefixOf(number);
};
