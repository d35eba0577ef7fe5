/** NFC, without white space at both ends. */
export const cleanText = (text: string): string => text.normalize('NFC').trim();

// Control characters and the marks that turn the direction of text round: they hide what is really there.
const forbidden = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;
const forbiddenInLines = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

/** Has control characters (NUL among them), lone surrogates or direction overrides. `lines` allows breaks and tabs. */
export const hasForbiddenCharacters = (text: string, lines = false): boolean => {
  if (!text.isWellFormed()) return true;
  if (!lines) return forbidden.test(text);
  return (text.match(forbiddenInLines) ?? []).some((character) => !'\n\r\t'.includes(character));
};

/** Length in code points: a rare Han character beyond the BMP counts as one. */
export const codePoints = (text: string): number => [...text].length;

/** A Chinese or, for foreigners, passport name: letters of any script, `·` `‧` `．` `.` `,` `'` `-` and spaces. */
export const isPersonName = (text: string): boolean =>
  /^[\p{L}\p{M}][\p{L}\p{M}·‧．.,'’ -]*$/u.test(text) && codePoints(text) <= 50;

/** Letters, spaces, `,` `.` `'` `-`, at most 60. */
export const isEnglishName = (text: string): boolean => /^[A-Za-z][A-Za-z ,.'-]{0,59}$/.test(text);

/** Three digits. */
export const isPostalCode = (text: string): boolean => /^[0-9]{3}$/.test(text);

/** `NT$1,500`; whole New Taiwan dollars. */
export const formatMoney = (dollars: number): string => `NT$${dollars.toLocaleString('en-US')}`;

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** 0 to 99999, a number or 1 to 5 digits, as five characters (`00042`); null for anything else. */
export const lastFive = (input: unknown): string | null => {
  const digits = typeof input === 'number' && Number.isInteger(input) ? String(input) : input;
  return typeof digits === 'string' && /^[0-9]{1,5}$/.test(digits) ? digits.padStart(5, '0') : null;
};
