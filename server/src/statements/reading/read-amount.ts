import { plainText } from './plain-text.ts';

/* Pure. */

export type AmountFault = 'amount' | 'cents' | 'too_large' | 'hundredths';

export interface Amount {
  /** In whole New Taiwan dollars. */
  readonly value: number;
  /** The direction in the cell itself, as in `1,500 CR`. */
  readonly direction: 'in' | 'out' | null;
}

const MAX_AMOUNT = 999_999_999;

const CURRENCY = /NT\$?|NTD|TWD|新[臺台]幣|[臺台]幣|[$元圓整]|^\*+/gi;
const IN_WORD = /^(貸方?|存入?|存款|收入?|入帳?|轉入|匯入|進帳?|\+|c|cr|credit|deposit)$/i;
const OUT_WORD = /^(借方?|提出?|提款|支出?|付款?|出帳?|轉出|匯出|扣款?|-|d|dr|debit|withdrawal)$/i;

/** Null if the word says neither. */
export const directionOf = (word: string): 'in' | 'out' | null => {
  const text = plainText(word)
    .replace(/\s+/g, '')
    .replace(/^[−–—]$/, '-');
  if (IN_WORD.test(text)) return 'in';
  return OUT_WORD.test(text) ? 'out' : null;
};

const fromDigits = (digits: string, hundredths: boolean): number | AmountFault => {
  const number = Number(digits.replaceAll(',', ''));
  const value = hundredths && !digits.includes('.') ? number / 100 : number;
  const dollars = Math.round(value);
  if (Math.abs(value - dollars) >= 0.005) return 'cents';
  return dollars > MAX_AMOUNT ? 'too_large' : dollars;
};

/** Thousands are grouped everywhere or nowhere; other commas or points could separate two amounts. */
const NUMBER = /^(?:\d{1,3}(?:,\d{3})+|\d{1,3}(?: \d{3})+|\d+)(?:\.\d*)?$|^\.\d+$/;
/** Amounts padded to a fixed length are usually in hundredths. */
const FIXED_LENGTH = /^0\d{9,}$/;

interface Parts {
  readonly digits: string;
  readonly isNegative: boolean;
}

const SIGNED_NUMBER = /^([-+]?)\s*(\(?)\s*([\d.,\s]*?)\s*(\)?)(-?)$/;

/** Null if there are two signs or only one bracket. */
const partsOf = (text: string): Parts | null => {
  const [, sign = '', open = '', digits = '', close = '', tail = ''] = SIGNED_NUMBER.exec(text) ?? [];
  const marks = [sign === '-', open === '(', tail === '-'].filter(Boolean).length;
  const isMalformed = (open === '') !== (close === '') || marks > 1 || (tail === '-' && digits.endsWith('.'));
  return isMalformed ? null : { digits, isNegative: marks === 1 };
};

/** `NT$1,500.00`, `(1,500)`, `1,500-`, `1,500 CR`; empty is 0. */
export const readAmount = (cell: string, hundredths = false): Amount | AmountFault => {
  const plain = plainText(cell).replace(/[−–—]/g, '-').replace(CURRENCY, '').trim();
  if (/^-*$/.test(plain)) return { value: 0, direction: null };
  const [, before = '', middle = '', after = ''] =
    /^([A-Za-z\u4e00-\u9fff]*)\s*(.*?)\s*([A-Za-z\u4e00-\u9fff]*)$/.exec(plain) ?? [];
  const word = before || after;
  const direction = directionOf(word);
  const parts = partsOf(middle);
  if ((before && after) || (word !== '' && !direction) || !parts || !NUMBER.test(parts.digits))
    return 'amount';
  if (FIXED_LENGTH.test(parts.digits) && !hundredths) return 'hundredths';
  const value = fromDigits(parts.digits.replaceAll(' ', ''), hundredths);
  if (typeof value !== 'number') return value;
  return { value: parts.isNegative ? 0 - value : value, direction };
};

export const isAmount = (read: Amount | AmountFault): read is Amount => typeof read !== 'string';
