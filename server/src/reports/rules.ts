import { addMonths, today } from '@portal/contract/dates';

/** `2026-01`. */
export const firstMonth = (now: Date, months: number): string =>
  addMonths(today(now), 1 - months).slice(0, 7);

/** A range of texts, compared byte by byte. */
export interface Prefix {
  readonly from: string;
  readonly below: string;
}

const LAST = '\u{10ffff}';

const prefixOf = (text: string): Prefix => ({ from: text, below: text + LAST });

const whole = (text: string, shape: RegExp): string | null => (shape.test(text) ? text : null);

/** Accepts only complete numbers, so that nobody can find numbers by trying prefixes. */
export const completeIdentity = (q: string): string | null =>
  whole(q.replace(/[\s-]/g, '').toUpperCase(), /^[A-Z0-9]{5,20}$/);

/** Ignores separators. */
export const phonePrefix = (q: string): Prefix | null => {
  const digits = whole(q, /^[+()\d\s-]+$/)?.replace(/\D/g, '') ?? '';
  return digits.length >= 4 ? prefixOf(digits) : null;
};

export const emailPrefix = (q: string): Prefix | null => {
  const email = whole(q.toLowerCase(), /^[\w.!#$%&'*+/=?^`{|}~@-]{3,}$/);
  return email === null ? null : prefixOf(email);
};

export const certificatePrefix = (q: string): Prefix | null => {
  const number = whole(q.toUpperCase(), /^[A-Z0-9-]{3,40}$/);
  return number === null ? null : prefixOf(number);
};
