/** A range of texts, compared byte by byte. */
export interface Prefix {
  readonly from: string;
  readonly below: string;
}

const LAST_CHARACTER = '\u{10ffff}';

export const prefixOf = (text: string): Prefix => ({ from: text, below: text + LAST_CHARACTER });

export const whole = (text: string, shape: RegExp): string | null => (shape.test(text) ? text : null);

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

/** Only of names in Latin letters. Their first word is a family name, which hundreds of thousands of people may have. */
export const namePrefix = (q: string): Prefix | null => {
  const name = whole(q.toLowerCase(), /^[a-z][a-z '.,-]+$/);
  return name === null ? null : prefixOf(name);
};

export const completePhone = (q: string): string | null => {
  const digits = phonePrefix(q)?.from ?? '';
  return digits.length >= 9 ? digits : null;
};

export const completeEmail = (q: string): string | null =>
  whole(q.toLowerCase(), /^[^\s@]+@[^\s@]+\.[^\s@]+$/);

/** Whether the text is neither a number nor an address. */
export const isName = (q: string): boolean =>
  completeIdentity(q) === null && completePhone(q) === null && completeEmail(q) === null;
