export const cleanText = (text: string): string => text.normalize('NFC').trim();

// Control characters, direction overrides, lone surrogates (Cs), and U+FFFD for damaged bytes.
const forbidden = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffd]/u;
const forbiddenInLines = /(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffd]/u;

/** `lines` allows tabs and line breaks, also \r: multipart forms send \r\n. */
export const hasForbiddenCharacters = (text: string, lines = false): boolean =>
  (lines ? forbiddenInLines : forbidden).test(text);

/** A rare Han character beyond the BMP counts as one. */
export const codePoints = (text: string): number => [...text].length;

/** 1 to 50 letters of any script, 〇, `·` `‧` `．` `.` `,` `'` `’` `-` and spaces. */
export const isPersonName = (text: string): boolean =>
  /^[\p{L}〇][\p{L}〇\p{M}·‧．.,'’ \u3000-]{0,49}$/u.test(text);

/** An English name: Latin letters, spaces, `,` `.` `'` `-`, at most 60. */
export const isEnglishName = (text: string): boolean => /^[A-Za-z][A-Za-z ,.'-]{0,59}$/.test(text);

const DOMAIN_ENDING =
  '(?:com|net|org|info|biz|edu|gov|idv|tw|cn|hk|jp|kr|sg|io|co|me|cc|tv|xyz|top|vip|shop|site|online|club|app|link|live|win|台灣|台湾|臺灣|中国|中國|香港|公司|網址|网址)';
const addressShapes: readonly RegExp[] = [
  /[@/:]|www/i,
  // A dot between two Latin letters: a domain. Chinese names have dots between their parts.
  /[.。](?:(?!\p{Script=Han})\p{L}){2}/u,
  new RegExp(`[.。·‧・•]\\s*${DOMAIN_ENDING}(?!\\p{L})`, 'iu'),
  new RegExp(`[點点]\\s*(?=[a-z])${DOMAIN_ENDING}(?![a-z])`, 'iu'),
];

/** Mail programs could make a link of it. Mails contain names and must not carry advertising. */
export const looksLikeAddress = (text: string): boolean => {
  const typed = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return addressShapes.some((shape) => shape.test(typed));
};

/** Matched exactly. */
export const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** Path segments where a code may stand, as in `/api/class/groups/member`. */
const RESERVED_CODES = ['personal', 'group', 'groups', 'store', 'member'];

/** Tells whether a new class or group may have the code. */
export const isUsableCode = (code: string): boolean =>
  CODE.test(code) && !RESERVED_CODES.includes(code.toLowerCase());

/** Three digits, the first not 0, or six: those of the district and three more. */
export const isPostalCode = (text: string): boolean => /^[1-9][0-9]{2}(?:[0-9]{3})?$/.test(text);

/** The digits of the district. */
export const districtCode = (postalCode: string): string => postalCode.slice(0, 3);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** `00042` for a number or up to five digits; else null. */
export const lastFive = (input: unknown): string | null => {
  const digits = typeof input === 'number' ? String(input) : input;
  return typeof digits === 'string' && /^[0-9]{1,5}$/.test(digits) ? digits.padStart(5, '0') : null;
};
