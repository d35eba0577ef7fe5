/** Normalises text for storage: NFC, trimmed. */
export const cleanText = (text: string): string => text.normalize('NFC').trim();

// Control characters and the marks that turn the direction of text round: they hide what is really there. Lone
// surrogates (Cs; browsers of 2023 have no isWellFormed), and what stands for bytes that were no text (U+FFFD).
const forbidden = /[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffd]/u;
const forbiddenInLines = /(?![\n\r\t])[\p{Cc}\p{Cs}\u202a-\u202e\u2066-\u2069\ufffd]/u;

/**
 * Has control characters (NUL among them), lone surrogates, damaged bytes or direction overrides. `lines` allows
 * tabs and line breaks, \r too: a multipart form sends a text area's breaks as \r\n.
 */
export const hasForbiddenCharacters = (text: string, lines = false): boolean =>
  (lines ? forbiddenInLines : forbidden).test(text);

/** Length in code points: a rare Han character beyond the BMP counts as one. */
export const codePoints = (text: string): number => [...text].length;

/**
 * The Chinese name field, 1 to 50 characters: a Chinese name or, for people without one, the name in the
 * passport. Letters of any script, 〇, `·` `‧` `．` `.` `,` `'` `’` `-` and spaces.
 */
export const isPersonName = (text: string): boolean =>
  /^[\p{L}〇][\p{L}〇\p{M}·‧．.,'’ \u3000-]{0,49}$/u.test(text);

/** An English name: Latin letters, spaces, `,` `.` `'` `-`, at most 60. */
export const isEnglishName = (text: string): boolean => /^[A-Za-z][A-Za-z ,.'-]{0,59}$/.test(text);

const DOMAIN_ENDING =
  '(?:com|net|org|info|biz|edu|gov|idv|tw|cn|hk|jp|kr|sg|io|co|me|cc|tv|xyz|top|vip|shop|site|online|club|app|link|live|win|台灣|台湾|臺灣|中国|中國|香港|公司|網址|网址)';
const addressShapes: readonly RegExp[] = [
  /[@/:]|www/i,
  // A dot and at once two letters that are not Chinese. In Chinese names a dot stands between two parts.
  /[.。](?:(?!\p{Script=Han})\p{L}){2}/u,
  new RegExp(`[.。·‧・•]\\s*${DOMAIN_ENDING}(?!\\p{L})`, 'iu'),
  new RegExp(`[點点]\\s*(?=[a-z])${DOMAIN_ENDING}(?![a-z])`, 'iu'),
];

/**
 * Can be read, or made into a link by a mail program, as an e-mail address, a domain or an address of the web. No name
 * of a person does: mails carry names, and must not carry somebody's advertisement.
 */
export const looksLikeAddress = (text: string): boolean => {
  const typed = text.normalize('NFKC').replace(/\p{Cf}/gu, '');
  return addressShapes.some((shape) => shape.test(typed));
};

/** Shape of a class or group code. Codes are matched exactly. */
export const CODE = /^[A-Za-z0-9-]{1,40}$/;

/** A postal code 郵遞區號: three digits, the first not 0. Whether an area has it, the lookup tells. */
export const isPostalCode = (text: string): boolean => /^[1-9][0-9]{2}$/.test(text);

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Safe between tags and inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => entities[mark] ?? mark);

/** The last five digits 末五碼 of an account: 0 to 99999, a number or 1 to 5 digits, as five characters (`00042`); else null. */
export const lastFive = (input: unknown): string | null => {
  const digits = typeof input === 'number' ? String(input) : input;
  return typeof digits === 'string' && /^[0-9]{1,5}$/.test(digits) ? digits.padStart(5, '0') : null;
};
