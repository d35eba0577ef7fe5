import { compactText, plainText } from './plain-text.ts';

/* Pure. Finds the last five digits of the payer's account. */

export interface Digits {
  /** The end of an account, or digits with a label that says so. Fewer than five if a spreadsheet lost zeros. */
  readonly digits: string | null;
  /** Other digits that may be the end of the account; `?` stands for a hidden digit. */
  readonly maybeDigits: readonly string[];
}

interface DigitTexts {
  /** The text in the column for accounts. */
  readonly account: string;
  readonly others: readonly string[];
  /** The amount of the line, in dollars. */
  readonly amount: number;
  /** The account of the statement. */
  readonly ownAccount: string;
}

/** The codes of banks in Taiwan, which banks write before accounts of other banks. */
const BANK_CODES = new Set(
  `004 005 006 007 008 009 011 012 013 015 016 017 018 020 021 022 023 025 028 029 039 040 048 050 052 053 054 060 072
   075 081 082 085 086 101 102 103 104 108 114 115 118 119 120 124 127 130 132 146 147 158 161 162 163 165 178 179 188
   204 215 216 222 223 224 600 605 606 607 608 610 612 613 614 615 616 617 618 619 620 621 622 623 624 625 627 700 803
   805 806 807 808 809 810 812 814 815 816 822 823 824 825 826 901 910 911 912 913 914 915 916 917 918 919 920 921 922
   923 924 925 926 928 951 952 953 954 995`.split(/\s+/),
);

const LABEL = /(末[五5]碼?|後[五5]碼?|帳號|帳戶|尾號|尾碼|尾數)(?:[^\d]{0,4})$/;
const LABEL_AFTER = /^\s*[(（]?\s*(末[五5]碼?|後[五5]碼?|尾號|尾碼|尾數)/;
const AMOUNT_BEFORE = /(金額|NT\$?|TWD|\$)\s*:?\s*$/i;
const PHONE_BEFORE = /(tel|phone|電話|手機|行動)[:.]?\s*$/i;

/** Removes dates, times, codes and counts, and joins digits that are separated by blanks. */
const removeOtherNumbers = (text: string): string =>
  text
    .replace(/\d+(\.\d+)?e\+?\d+/gi, ' ')
    .replace(/\d+(?:\.{2,}|…)/g, ' ')
    .replace(/[A-Za-z]{2,4}-[A-Za-z0-9]{1,8}-\d+/g, ' ')
    .replace(/(?<!\d)\d{2,4}([-/.])\d{1,2}\1\d{1,2}(?!\d)/g, ' ')
    .replace(/\d{1,2}:\d{2}(:\d{2})?/g, ' ')
    .replace(/\d+\s*(年度?|月|日|元|圓|期|梯|班|筆|人|樓|號)/g, ' ')
    .replace(/(?<![\d*])\d(?: \d){4,}(?![\d ]*\d)/g, (found) => found.replaceAll(' ', ''))
    .replace(/\((\d{3})\)/g, '$1');

const RUN = /(?<![A-Za-z0-9*])[xX*•●]*\d[\d*•●-]*[xX]*(?![A-Za-z\d*])/g;

const isPhone = (run: string, isText: boolean): boolean =>
  /^(886|0)9[\d?]{8}$/.test(run) || (isText && /^0[2-8]\d{7,8}$/.test(run));

const MAX_EXACT_DIGITS = 15;

/** Whether a spreadsheet rounded the number: it keeps 15 digits and replaces the rest by zeros or rounding errors. */
const isRounded = (run: string): boolean => {
  if (run.length < MAX_EXACT_DIGITS + 2 || run.startsWith('0')) return false;
  if (/^0+$/.test(run.slice(MAX_EXACT_DIGITS))) return true;
  return run.length > MAX_EXACT_DIGITS + 2 && String(BigInt(Number(run))) === run;
};

interface Run {
  /** `?` for hidden digits. */
  readonly text: string;
  readonly before: string;
  readonly after: string;
}

const runsIn = (text: string): Run[] => {
  const cleaned = removeOtherNumbers(text);
  return [...cleaned.matchAll(RUN)].map(({ 0: found, index }) => ({
    text: found.replaceAll('-', '').replace(/[^\d]/g, '?'),
    before: cleaned.slice(Math.max(0, index - 10), index),
    after: cleaned.slice(index + found.length, index + found.length + 8),
  }));
};

type Rank = 'label' | 'account' | 'bank' | 'maybe';

interface FoundDigits {
  readonly rank: Rank;
  readonly digits: string;
}

const MIN_VISIBLE_DIGITS = 3;

/** An account of which some digits are hidden. */
const maskedDigits = ({ text }: Run): FoundDigits | null => {
  const digits = text.slice(-5);
  const isEnough = digits.replaceAll('?', '').length >= MIN_VISIBLE_DIGITS && text.length >= 5;
  return isEnough ? { rank: 'maybe', digits } : null;
};

/** Bank, branch and account have 13 digits or more. */
const MIN_BANK_LENGTH = 13;
const MIN_ACCOUNT_LENGTH = 8;

/** Banks write the same account with and without the branch. */
const isSameAccount = (one: string, other: string): boolean =>
  Math.min(one.length, other.length) >= MIN_ACCOUNT_LENGTH && (one.endsWith(other) || other.endsWith(one));

const rankOf = ({ text, before, after }: Run, isAccount: boolean): Rank | null => {
  const isLabelled = LABEL.test(before) || LABEL_AFTER.test(after);
  const isAlone = `${before}${after}`.trim() === '';
  if (text.length < 5 && (text.length < 4 || !isAlone)) return null;
  if (isLabelled) return 'label';
  if (isAccount && text.length >= 5) return 'account';
  if (text.length >= MIN_BANK_LENGTH && BANK_CODES.has(text.slice(0, 3))) return 'bank';
  return 'maybe';
};

const digitsOfRun = (
  run: Run,
  { amount, ownAccount }: DigitTexts,
  isAccount: boolean,
): FoundDigits | null => {
  const isLabelled = LABEL.test(run.before);
  if (isPhone(run.text, !isAccount) || PHONE_BEFORE.test(run.before)) return null;
  if (run.text.includes('?')) return maskedDigits(run);
  const isAmount = Number(run.text) === Math.abs(amount) || AMOUNT_BEFORE.test(run.before);
  if ((isAmount && !isAccount && !isLabelled) || isRounded(run.text)) return null;
  const isOwn = isSameAccount(run.text, ownAccount);
  const rank = isOwn ? null : rankOf(run, isAccount);
  return rank && { rank, digits: run.text.slice(-5) };
};

/** A cell in the column for accounts with one to four digits alone, which lost its leading zeros. */
const shortenedAccount = (account: string): string | null => {
  const text = compactText(account);
  return /^\d{1,4}$/.test(text) ? text : null;
};

const findRuns = (texts: DigitTexts): FoundDigits[] =>
  [texts.account, ...texts.others].flatMap((text, at) =>
    runsIn(plainText(text)).flatMap((run) => digitsOfRun(run, texts, at === 0) ?? []),
  );

/** Digits of the best rank count if there is one such run only; all others are `maybeDigits`. */
export const readDigits = (texts: DigitTexts): Digits => {
  const found = findRuns(texts);
  const short = shortenedAccount(texts.account);
  const best = (['label', 'account', 'bank'] as const)
    .map((rank) => new Set(found.filter((each) => each.rank === rank).map(({ digits }) => digits)))
    .find(({ size }) => size > 0);
  const [only = null] = best?.size === 1 ? best : [];
  const digits = only ?? (best ? null : short);
  const others = new Set(found.map((each) => each.digits));
  return { digits, maybeDigits: [...others].filter((each) => each !== digits).toSorted() };
};
