import { STATEMENT_COLUMNS, type StatementShape } from '@portal/contract/office/statements';
import type { SheetRows } from '../../platform/sheets/sheet-rows.ts';
import { countBalanceBreaks, countBalanceLinks } from './check-balance.ts';
import { findHead, type HeadKind, headColumns, isPlainAccount } from './heads.ts';
import { plainText } from './plain-text.ts';
import { directionOf, isAmount, readAmount } from './read-amount.ts';
import { guessDates, readDay } from './read-day.ts';
import { type ReadContext, readLines, type Sheet } from './read-lines.ts';

/* Pure. Guesses the shape of a statement from the names of its columns, and checks it by the balances. */

type Columns = StatementShape['columns'];
type Rows = readonly (readonly string[])[];

const SAMPLE_ROWS = 60;
const MAX_SKIP = 200;
/** Rows by which combinations of columns are tried in a file without a head. */
const MAX_HEADLESS_ROWS = 25;

const hasSeveralCells = (row: readonly string[]): boolean => row.filter(Boolean).length > 1;

const cellsOf = (rows: Rows, column: number): string[] => rows.map((row) => row[column] ?? '');

const shareOf = (rows: Rows, column: number, fits: (cell: string) => boolean): number =>
  cellsOf(rows.slice(0, SAMPLE_ROWS), column).filter(fits).length /
  Math.max(1, Math.min(SAMPLE_ROWS, rows.length));

const isDayCell = (cell: string) => readDay(cell, 'auto') !== 'date';
const isNumber = (cell: string) => cell !== '' && isAmount(readAmount(cell));

/** Returns whether the cells of a column can be of a kind: most are such values or empty. */
const fitsKind = (body: Rows) => {
  const isMostly = (column: number, fits: (cell: string) => boolean) =>
    cellsOf(body, column).some(Boolean) && shareOf(body, column, fits) >= 0.5;
  const isMoney = (cell: string) => /\d|^[\s-]*$/.test(plainText(cell));
  const isDirection = (cell: string) => plainText(cell).length <= 4;
  return (kind: HeadKind, column: number): boolean => {
    if (body.length === 0) return true;
    if (kind === 'date') return shareOf(body, column, isDayCell) > 0;
    if (kind === 'direction') return isMostly(column, isDirection);
    if (kind === 'credit' || kind === 'debit') return shareOf(body, column, isMoney) >= 0.5;
    if (kind === 'balance' || kind === 'amount') return isMostly(column, isMoney);
    return true;
  };
};

const widthOf = (rows: Rows): number =>
  Math.min(STATEMENT_COLUMNS, Math.max(1, ...rows.slice(0, SAMPLE_ROWS).map(({ length }) => length)));

/** The column in which most cells fit, if they are more than half. */
const columnByValues = (
  rows: Rows,
  fits: (cell: string) => boolean,
  taken: readonly (number | null)[],
): number | null => {
  const columns = [...Array(widthOf(rows)).keys()].filter((column) => !taken.includes(column));
  return columns.reduce<number | null>(
    (found, column) =>
      shareOf(rows, column, fits) > (found === null ? 0.5 : shareOf(rows, found, fits)) ? column : found,
    null,
  );
};

/**
 * A column with the same account in every line names the branch's account, unless the head says that it is the
 * payer's.
 */
const withoutOwnAccount = (
  { account, ...columns }: Columns,
  head: readonly string[],
  body: Rows,
): Columns => {
  if (account === null) return { ...columns, account };
  const found = new Set(cellsOf(body, account));
  const isSame = body.length > 1 && found.size === 1 && !found.has('');
  const isOwn = isPlainAccount(head[account]) && isSame;
  return { ...columns, account: isOwn ? null : account };
};

const columnsByHead = (head: readonly string[], body: Rows): Columns => {
  const found = headColumns(head, fitsKind(body));
  const date = found.date ?? columnByValues(body, isDayCell, []) ?? 0;
  const hasBoth = found.credit !== null || found.debit !== null;
  const amount = hasBoth ? null : (found.amount ?? columnByValues(body, isNumber, [date, found.balance]));
  const direction = amount === null ? null : found.direction;
  return withoutOwnAccount({ ...found, date, amount, direction }, head, body);
};

const noColumns = {
  ...{ credit: null, debit: null, amount: null, direction: null, currency: null },
  ...{ balance: null, account: null, name: null },
} as const;

const MAX_NUMBER_COLUMNS = 6;

/** Balance, money in and money out; or balance, amount and null. */
const numberColumnChoices = (numbers: readonly number[]): (readonly [number, number, number | null])[] =>
  numbers.flatMap((balance) =>
    numbers
      .filter((first) => first !== balance)
      .flatMap((first) =>
        [null, ...numbers.filter((at) => at !== balance && at !== first)].map(
          (debit) => [balance, first, debit] as const,
        ),
      ),
  );

/** Finds columns of a file without a head: money in, money out and balance, or amount and balance, that agree. */
const columnsByBalance = (body: Rows, countBreaks: (columns: Columns) => number | null): Columns | null => {
  const date = columnByValues(body, isDayCell, []);
  if (date === null) return null;
  const isMaybe = (cell: string) => /^[\s-]*$/.test(cell) || isNumber(cell);
  const columns = [...Array(widthOf(body)).keys()].filter((at) => at !== date);
  const numbers = columns.filter((at) => shareOf(body, at, isMaybe) === 1).slice(0, MAX_NUMBER_COLUMNS);
  const memo = columns.filter((at) => !numbers.includes(at)).slice(0, 4);
  const base = { ...noColumns, date, memo };
  for (const [balance, first, debit] of numberColumnChoices(numbers)) {
    const wanted = debit === null ? { amount: first } : { credit: first, debit };
    const found = { ...base, balance, ...wanted };
    if (countBreaks(found) === 0) return found;
  }
  return null;
};

const directionWords = (body: Rows, column: number | null): StatementShape['direction'] => {
  const words = column === null ? [] : [...new Set(cellsOf(body, column).map(plainText))];
  return {
    in: words.filter((word) => directionOf(word) === 'in').slice(0, 12),
    out: words.filter((word) => directionOf(word) === 'out').slice(0, 12),
  };
};

/** Returns shapes with both meanings of codes such as 0 and 1. The balances decide. */
const directionChoices = (shape: StatementShape, body: Rows): StatementShape[] => {
  const { direction } = shape.columns;
  if (direction === null) return [];
  const words = [...new Set(cellsOf(body, direction).map(plainText).filter(Boolean))];
  const [one, other] = words;
  if (one === undefined || words.length > 2) return [];
  const two = other === undefined ? [] : [other];
  return [
    { ...shape, direction: { in: [one], out: two } },
    { ...shape, direction: { in: two, out: [one] } },
  ];
};

/** Other ways to read the same columns, the likeliest first. One that makes no difference is never chosen. */
const shapeChoices = (shape: StatementShape, body: Rows): StatementShape[] => {
  const { credit, debit } = shape.columns;
  const swapped = { ...shape, columns: { ...shape.columns, credit: debit, debit: credit } };
  const signs = (['inverted', 'balance'] as const).map((sign) => ({ ...shape, sign }));
  const found = [
    ...directionChoices(shape, body),
    ...(credit !== null && debit !== null ? [swapped] : []),
    ...signs,
  ];
  return [...found, ...[shape, ...found].map((each) => ({ ...each, hundredths: true }))];
};

interface Judgement {
  readonly links: number;
  readonly breaks: number;
  readonly faults: number;
  /** Whether an amount is not 0. Two columns of zeros agree like a balance and its amounts. */
  readonly hasMoney: boolean;
}

const judgeShape = (sheet: Sheet, shape: StatementShape, context: ReadContext): Judgement => {
  const { entries, faults } = readLines(sheet, shape, context);
  const grave = faults.filter(({ fault }) => fault !== 'private_use').length;
  return {
    ...{ links: countBalanceLinks(entries), breaks: countBalanceBreaks(entries), faults: grave },
    hasMoney: entries.some(({ amount }) => amount !== 0),
  };
};

/** Whether all balances agree, no more rows have faults, and the plain reading is worse. */
const isProof = (found: Judgement, plain: Judgement): boolean =>
  found.links > 0 &&
  found.breaks === 0 &&
  found.faults <= plain.faults &&
  found.faults < plain.faults + plain.breaks;

/** Whether most balances agree, and fewer rows have faults. */
const isLikely = (found: Judgement, plain: Judgement): boolean =>
  found.faults < plain.faults && found.breaks * 2 < found.links;

const MAX_JUDGED_ROWS = 400;

const chooseByBalance = (sheet: Sheet, shape: StatementShape, context: ReadContext): StatementShape => {
  const sample = { ...sheet, rows: sheet.rows.slice(0, shape.skip + MAX_JUDGED_ROWS) };
  const plain = judgeShape(sample, shape, context);
  if (plain.breaks === 0 && plain.faults === 0) return shape;
  const body = sample.rows.slice(shape.skip);
  const choices = shapeChoices(shape, body).map((each) => ({
    shape: each,
    found: judgeShape(sample, each, context),
  }));
  const proven = choices.find(({ found }) => isProof(found, plain));
  if (proven) return proven.shape;
  const [likely] = choices
    .filter(({ found }) => isLikely(found, plain))
    .toSorted((a, b) => a.found.breaks - b.found.breaks);
  return likely?.shape ?? shape;
};

/** Staff see the guess in the preview and may change it. */
export const guessShape = (sheet: SheetRows, context: ReadContext): StatementShape => {
  const { rows, encoding, separator } = sheet;
  const headAt = findHead(rows);
  const firstFilled = rows.findIndex(hasSeveralCells);
  const skip = Math.min(MAX_SKIP, headAt >= 0 ? headAt + 1 : Math.max(0, firstFilled));
  const body = rows.slice(skip).filter(hasSeveralCells);
  const shapeOf = (columns: Columns): StatementShape => ({
    ...{ encoding, separator: separator as StatementShape['separator'], sheet: sheet.sheet || null },
    ...{ skip, skipEnd: 0, hundredths: false, sign: 'plain' },
    dates: guessDates(cellsOf(body, columns.date), context.today),
    direction: directionWords(body, columns.direction),
    columns,
  });
  const sample = { rows: rows.slice(0, skip + MAX_HEADLESS_ROWS), broken: sheet.broken };
  const countBreaks = (columns: Columns): number | null => {
    const { links, breaks, faults, hasMoney } = judgeShape(sample, shapeOf(columns), context);
    return links > 1 && faults === 0 && hasMoney ? breaks : null;
  };
  const byBalance = headAt >= 0 ? null : columnsByBalance(body.slice(0, MAX_HEADLESS_ROWS), countBreaks);
  const columns = byBalance ?? columnsByHead(rows[headAt] ?? [], body);
  return chooseByBalance(sheet, shapeOf(columns), context);
};
