/* Pure. Text files of banks: UTF-8, UTF-16 or Big5, sometimes cut in the middle of a character. */

export type TextEncoding = 'utf-8' | 'big5';

interface DecodedText {
  readonly text: string;
  /** UTF-16 counts as UTF-8: it needs no choice. */
  readonly encoding: TextEncoding;
}

const REPLACEMENT = '\ufffd';
const DAMAGED_SHARE = 0.02;
const CUT_SHARE = 0.1;
const SAMPLE_BYTES = 4000;

const decode = (bytes: Uint8Array, encoding: string): string => new TextDecoder(encoding).decode(bytes);

const countReplaced = (text: string): number => text.split(REPLACEMENT).length - 1;

const startsWith = (bytes: Uint8Array, ...start: readonly number[]): boolean =>
  start.every((byte, at) => bytes[at] === byte);

/** Every second byte of ASCII text in UTF-16 is zero. Whether it is the first or the second tells the byte order. */
const utf16Of = (bytes: Uint8Array): string | null => {
  if (startsWith(bytes, 0xff, 0xfe)) return 'utf-16le';
  if (startsWith(bytes, 0xfe, 0xff)) return 'utf-16be';
  const zeros = [0, 0];
  for (const [at, byte] of bytes.subarray(0, SAMPLE_BYTES).entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (even + odd < 4 || Math.min(even, odd) > Math.max(even, odd) / 10) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
};

/** Bytes above ASCII are mostly whole characters of UTF-8. Big5 that is read as UTF-8 has almost none. */
const isUtf8 = (text: string): boolean => {
  const replaced = countReplaced(text);
  if (replaced === 0) return true;
  const others = text.replace(/[\0-\u007f\ufffd]/g, '').length;
  return replaced <= Math.max(1, others * CUT_SHARE) && others > replaced;
};

/** Null if too little of the text can be read. */
export const decodeText = (bytes: Uint8Array, wanted: TextEncoding | undefined): DecodedText | null => {
  const utf16 = utf16Of(bytes);
  if (utf16 !== null) {
    const text = decode(bytes, utf16);
    return text.includes('\0') ? null : { text, encoding: 'utf-8' };
  }
  const isMarked = startsWith(bytes, 0xef, 0xbb, 0xbf);
  const utf8 = wanted === 'big5' && !isMarked ? null : decode(bytes, 'utf-8');
  const encoding = utf8 !== null && isUtf8(utf8) ? 'utf-8' : 'big5';
  const text = encoding === 'utf-8' ? (utf8 ?? '') : decode(bytes, 'big5');
  const isDamaged = text.includes('\0') || countReplaced(text) > Math.max(3, text.length * DAMAGED_SHARE);
  return isDamaged ? null : { text, encoding };
};

/** The characters of Big5 whose second byte is `|`. */
const endsInBar = new Set(
  Array.from({ length: 0x7e }, (_, n) => decode(Uint8Array.of(0x81 + n, 0x7c), 'big5')).filter(
    (text) => text.length === 1 && text !== REPLACEMENT,
  ),
);

/** A character that was cut before a `|` takes it in. Where a row lacks one cell, the only such character is that one. */
export const restoreBars = (rows: string[][]): string[][] => {
  const width = Math.max(0, ...rows.map(({ length }) => length));
  return rows.map((row) => {
    const found = row.flatMap((cell, at) =>
      [...cell].flatMap((character, place) => (endsInBar.has(character) ? { at, place } : [])),
    );
    const [only] = found;
    if (row.length !== width - 1 || !only || found.length > 1) return row;
    const characters = [...(row[only.at] ?? '')];
    const halves = [
      characters.slice(0, only.place).join('') + REPLACEMENT,
      characters.slice(only.place + 1).join(''),
    ];
    return row.toSpliced(only.at, 1, ...halves);
  });
};
