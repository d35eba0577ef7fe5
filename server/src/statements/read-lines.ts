import { isDate } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statement-shape';
import type { AsideKind } from './states.ts';

/* Pure. */

export interface ReadLine {
  /** From 1. */
  readonly row: number;
  readonly day: string;
  /** In whole New Taiwan dollars; negative for money out. */
  readonly amount: number;
  readonly digits: string | null;
  readonly name: string | null;
  readonly memo: string | null;
  readonly balance: string | null;
  readonly aside: AsideKind | null;
}

export type RowFaultKind = 'date' | 'amount' | 'cents' | 'too_large' | 'private_use';

export interface RowFault {
  readonly row: number;
  readonly fault: RowFaultKind;
  readonly text: string;
}

type Cells = readonly string[];
type Dates = StatementShape['dates'];

const MOST = 999_999_999;
const NAME = 100;
const MEMO = 300;

const plain = (text: string | undefined): string =>
  (text ?? '')
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .normalize('NFKC')
    .trim();

const isoOf = (year: number, month: string, day: string): string | null => {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(iso) ? iso : null;
};

const yearOf = (digits: string, dates: Dates): number => {
  const year = Number(digits);
  if (digits.length >= 4) return year;
  if (digits.length === 3 || dates === 'minguo') return year + 1911;
  return year + 2000;
};

/** `2026/12/1`, `20261201`, `115.12.01`, `1151201`, `民國115年12月1日`, with or without a time. */
export const readDay = (cell: string, dates: Dates): string | null => {
  const text = plain(cell).replace(/^民國/, '');
  const parted = /^(\d{2,4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:\D|$)/.exec(text);
  const joined = /^(\d{2,4})(\d{2})(\d{2})(?:\D|$)/.exec(text);
  const found = parted ?? joined;
  if (!found) return null;
  const [, year = '', month = '', day = ''] = found;
  return isoOf(yearOf(year, dates), month, day);
};

/** `NT$1,500.00`, `(1,500)`, `1,500-`; empty is 0. */
export const readAmount = (cell: string): number | RowFaultKind => {
  const text = plain(cell).replace(/NT\$?|TWD|[$元,\s]/gi, '');
  if (text === '' || text === '-' || text === '--') return 0;
  const found = /^(\()?([-+]?)(\d+)(?:\.(\d*))?(-?)\)?$/.exec(text);
  if (!found) return 'amount';
  const [, bracket, sign, whole = '', cents = '', tail] = found;
  if (/[1-9]/.test(cents)) return 'cents';
  const amount = Number(whole);
  if (amount > MOST) return 'too_large';
  return bracket || sign === '-' || tail === '-' ? -amount : amount;
};

/** Fewer if a spreadsheet lost zeros; null if hidden or turned into `1.2E+15`. */
export const readDigits = (cell: string): string | null => {
  const text = plain(cell);
  if (/\de\+?\d+$/i.test(text) || /[*＊xX]$/.test(text)) return null;
  const runs = text.replace(/(?<=\d)[-\s](?=\d)/g, '').match(/\d+/g);
  const run = runs?.filter(({ length }) => length >= 3).at(-1) ?? runs?.at(-1);
  return run?.slice(-5) ?? null;
};

const REVERSAL = /沖正|沖回|沖銷|更正|退匯|交易取消/;

const asideOf = (amount: number, isCredit: boolean, texts: string): AsideKind | null => {
  if (amount > 0) return null;
  if (amount === 0) return 'zero';
  return isCredit || REVERSAL.test(texts) ? 'reversal' : 'withdrawal';
};

const cellAt = (cells: Cells, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '');

const textsOf = (cells: Cells, columns: readonly (number | null)[], most: number): string | null => {
  const texts = columns.map((column) => plain(cellAt(cells, column)));
  return [...new Set(texts.filter(Boolean))].join(' ').slice(0, most) || null;
};

const amountOf = (
  cells: Cells,
  { credit, debit, amount }: StatementShape['columns'],
): { amount: number; isCredit: boolean } | RowFaultKind => {
  const read = (column: number | null) => readAmount(cellAt(cells, column));
  const [inward, outward, signed] = [read(credit), read(debit), read(amount)];
  for (const each of [inward, outward, signed]) if (typeof each === 'string') return each;
  const [into, out, both] = [inward, outward, signed] as [number, number, number];
  return { amount: into - Math.abs(out) + both, isCredit: into < 0 };
};

/** Totals and remarks have no date. */
const isRemark = (cells: Cells, { date }: StatementShape['columns']): boolean =>
  !/\d/.test(plain(cells[date]));

const isOdd = (text: string | null): boolean => /[\uE000-\uF8FF\ufffd]/.test(text ?? '');

type Read = { readonly line?: ReadLine; readonly fault?: RowFault };

const readRow = (cells: Cells, row: number, { dates, columns }: StatementShape): Read => {
  if (isRemark(cells, columns)) return {};
  const faulty = (fault: RowFaultKind): RowFault => ({ row, fault, text: cells.join(' ').slice(0, 200) });
  const day = readDay(cells[columns.date] ?? '', dates);
  if (day === null) return { fault: faulty('date') };
  const found = amountOf(cells, columns);
  if (typeof found === 'string') return { fault: faulty(found) };
  const [name, memo] = [textsOf(cells, [columns.name], NAME), textsOf(cells, columns.memo, MEMO)];
  const line = {
    ...{ row, day, amount: found.amount, name, memo },
    digits: readDigits(cellAt(cells, columns.account)),
    balance: textsOf(cells, [columns.balance], 30),
    aside: asideOf(found.amount, found.isCredit, `${memo} ${name}`),
  };
  return isOdd(name) || isOdd(memo) ? { line, fault: faulty('private_use') } : { line };
};

/** Both lines have the same amount. The deposit is not later, and has the same account and name, where both have one. */
const reverses = (reversal: ReadLine, deposit: ReadLine): boolean =>
  deposit.aside === null &&
  deposit.day <= reversal.day &&
  (reversal.digits === null || deposit.digits === null || reversal.digits === deposit.digits) &&
  (reversal.name === null || deposit.name === null || reversal.name === deposit.name);

/** The later of two deposits before a reversal is the nearer one. */
const isNearer = (one: ReadLine, other: ReadLine | undefined): boolean =>
  other === undefined || one.day > other.day || (one.day === other.day && one.row > other.row);

/** `unpaired`: reversals without a deposit among the lines. */
export const pairReversals = <L extends ReadLine>(lines: readonly L[]): { lines: L[]; unpaired: L[] } => {
  const byAmount = Map.groupBy(lines, ({ amount }) => amount);
  const reversed = new Set<L>();
  const unpaired: L[] = [];
  for (const reversal of lines.filter(({ aside }) => aside === 'reversal')) {
    let match: L | undefined;
    for (const deposit of byAmount.get(-reversal.amount) ?? []) {
      const fits = !reversed.has(deposit) && reverses(reversal, deposit);
      if (fits && isNearer(deposit, match)) match = deposit;
    }
    if (match) reversed.add(match);
    else unpaired.push(reversal);
  }
  return {
    lines: lines.map((line) => (reversed.has(line) ? { ...line, aside: 'reversed' } : line)),
    unpaired,
  };
};

export interface ReadStatement {
  readonly lines: readonly ReadLine[];
  readonly unpaired: readonly ReadLine[];
  readonly faults: readonly RowFault[];
}

export const readLines = (rows: readonly Cells[], shape: StatementShape): ReadStatement => {
  const read = rows.map((cells, at) => (at < shape.skip ? {} : readRow(cells, at + 1, shape)));
  return {
    ...pairReversals(read.flatMap(({ line }) => line ?? [])),
    faults: read.flatMap(({ fault }) => fault ?? []),
  };
};
