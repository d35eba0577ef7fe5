import { STATEMENT_COLUMNS, type StatementShape } from '@portal/contract/office/statements';
import type { SheetRows } from '../../platform/sheets/sheet-rows.ts';
import { countBalanceBreaks, countBalanceLinks } from './check-balance.ts';
import { findHead, type HeadKind, headColumns, isPlainAccount } from './heads.ts';
import { plainText } from './plain-text.ts';
import { directionOf, isAmount, readAmount } from './read-amount.ts';
import { guessDates, readDay } from './read-day.ts';
import { type ReadContext, readLines, type Sheet } from './read-lines.ts';

/* Pure. Guesses how a statement is to be read: by its head, and so that its balances agree. */

type Columns = StatementShape['columns'];
type Rows = readonly (readonly string[])[];

const SAMPLE_ROWS = 60;
const MAX_SKIP = 200;
/** Rows of a file without a head, whose columns are tried one after the other. */
const JUDGED_BY_BALANCE = 25;

const isFilled = (row: readonly string[]): boolean => row.filter(Boolean).length > 1;

const cellsOf = (rows: Rows, column: number): string[] => rows.map((row) => row[column] ?? '');

const shareOf = (rows: Rows, column: number, fits: (cell: string) => boolean): number =>
  cellsOf(rows.slice(0, SAMPLE_ROWS), column).filter(fits).length /
  Math.max(1, Math.min(SAMPLE_ROWS, rows.length));

const isDayCell = (cell: string) => readDay(cell, 'auto') !== 'date';
const isNumber = (cell: string) => cell !== '' && isAmount(readAmount(cell));

/** The cells of a column that has a head of this kind may be empty, but are nothing else. */
const fitsKind = (body: Rows) => {
  const all = (column: number, fits: (cell: string) => boolean) =>
    cellsOf(body, column).some(Boolean) && shareOf(body, column, (cell) => cell === '' || fits(cell)) >= 0.5;
  const isMoney = (cell: string) => /\d/.test(cell) || /^[\s-]*$/.test(cell);
  const isDirection = (cell: string) => plainText(cell).length <= 4;
  return (kind: HeadKind, column: number): boolean => {
    if (body.length === 0) return true;
    if (kind === 'date') return shareOf(body, column, isDayCell) > 0;
    if (kind === 'direction') return all(column, isDirection);
    if (kind === 'credit' || kind === 'debit')
      return shareOf(body, column, (cell) => isMoney(plainText(cell))) >= 0.5;
    if (kind === 'balance' || kind === 'amount') return all(column, isMoney);
    return true;
  };
};

const widthOf = (rows: Rows): number =>
  Math.min(STATEMENT_COLUMNS, Math.max(1, ...rows.slice(0, SAMPLE_ROWS).map(({ length }) => length)));

const byValues = (
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

/** An account that stands in every line is the own one, unless the head says that it is the payer's. */
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
  const date = found.date ?? byValues(body, isDayCell, []) ?? 0;
  const hasBoth = found.credit !== null || found.debit !== null;
  const amount = hasBoth ? null : (found.amount ?? byValues(body, isNumber, [date, found.balance]));
  const hasDirection = amount !== null && found.direction !== null;
  const direction = hasDirection ? found.direction : null;
  return withoutOwnAccount({ ...found, date, amount, direction }, head, body);
};

const noColumns = {
  ...{ credit: null, debit: null, amount: null, direction: null, currency: null },
  ...{ balance: null, account: null, name: null },
} as const;

const MAX_NUMBER_COLUMNS = 6;

/** Without a head: three columns for money in, money out and balance, or two for amount and balance, that agree. */
const columnsByBalance = (body: Rows, countBreaks: (columns: Columns) => number | null): Columns | null => {
  const date = byValues(body, isDayCell, []);
  if (date === null) return null;
  const isMaybe = (cell: string) => /^[\s-]*$/.test(cell) || isNumber(cell);
  const columns = [...Array(widthOf(body)).keys()].filter((at) => at !== date);
  const numbers = columns.filter((at) => shareOf(body, at, isMaybe) === 1).slice(0, MAX_NUMBER_COLUMNS);
  const memo = columns.filter((at) => !numbers.includes(at)).slice(0, 4);
  const base = { ...noColumns, date, memo };
  for (const [balance, first, debit] of triplesOf(numbers)) {
    const wanted = debit === null ? { amount: first } : { credit: first, debit };
    const found = { ...base, balance, ...wanted };
    if (countBreaks(found) === 0) return found;
  }
  return null;
};

/** Different columns; the third one may be missing. */
const triplesOf = (numbers: readonly number[]): (readonly [number, number, number | null])[] =>
  numbers.flatMap((balance) =>
    numbers
      .filter((first) => first !== balance)
      .flatMap((first) =>
        [null, ...numbers.filter((at) => at !== balance && at !== first)].map(
          (debit) => [balance, first, debit] as const,
        ),
      ),
  );

const directionWords = (body: Rows, column: number | null): StatementShape['direction'] => {
  const words = column === null ? [] : [...new Set(cellsOf(body, column).map(plainText).filter(Boolean))];
  return {
    in: words.filter((word) => directionOf(word) === 'in').slice(0, 12),
    out: words.filter((word) => directionOf(word) === 'out').slice(0, 12),
  };
};

/** Codes as 0 and 1 mean what the balances say. */
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

/** Other ways to read the same columns, the likeliest first. */
const choicesOf = (shape: StatementShape, body: Rows): StatementShape[] => {
  const { credit, debit, amount, direction } = shape.columns;
  const swapped = { ...shape, columns: { ...shape.columns, credit: debit, debit: credit } };
  const signs = (['inverted', 'balance'] as const).map((sign) => ({ ...shape, sign }));
  const found = [
    ...directionChoices(shape, body),
    ...(credit !== null && debit !== null ? [swapped] : []),
    ...(amount !== null && direction === null ? signs : []),
  ];
  return [...found, ...[shape, ...found].map((each) => ({ ...each, hundredths: true }))];
};

interface Judgement {
  readonly links: number;
  readonly breaks: number;
  readonly faults: number;
  readonly lines: number;
}

const judge = (sheet: Sheet, shape: StatementShape, context: ReadContext): Judgement => {
  const { entries, faults, lines } = readLines(sheet, shape, context);
  const grave = faults.filter(({ fault }) => fault !== 'private_use').length;
  return {
    ...{ links: countBalanceLinks(entries), breaks: countBalanceBreaks(entries) },
    ...{ faults: grave, lines: lines.length },
  };
};

/** Balances prove a choice: as many lines or more, none of them broken. */
const isProof = (found: Judgement, plain: Judgement): boolean =>
  found.links > 0 && found.breaks === 0 && found.faults <= plain.faults && found.lines >= plain.lines;

/** If no reading agrees with all balances, one that agrees with most is shown, together with the balances that differ. */
const isLikely = (found: Judgement, plain: Judgement): boolean =>
  found.faults < plain.faults && found.breaks * 2 < found.links;

const MAX_JUDGED_ROWS = 400;

const chooseByBalance = (sheet: Sheet, shape: StatementShape, context: ReadContext): StatementShape => {
  const sample = { ...sheet, rows: sheet.rows.slice(0, shape.skip + MAX_JUDGED_ROWS) };
  const plain = judge(sample, shape, context);
  if (plain.breaks === 0 && plain.faults === 0) return shape;
  const body = sample.rows.slice(shape.skip);
  const choices = choicesOf(shape, body).map((each) => ({
    shape: each,
    found: judge(sample, each, context),
  }));
  const proven = choices.find(({ found }) => isProof(found, plain));
  if (proven) return proven.shape;
  const [likely] = choices
    .filter(({ found }) => isLikely(found, plain))
    .toSorted((a, b) => a.found.breaks - b.found.breaks);
  return likely?.shape ?? shape;
};

export const guessShape = (sheet: SheetRows, context: ReadContext): StatementShape => {
  const { rows, encoding, separator } = sheet;
  const headAt = findHead(rows);
  const firstFilled = rows.findIndex(isFilled);
  const skip = Math.min(MAX_SKIP, headAt >= 0 ? headAt + 1 : Math.max(0, firstFilled));
  const body = rows.slice(skip).filter(isFilled);
  const shapeOf = (columns: Columns): StatementShape => ({
    ...{ encoding, separator: separator as StatementShape['separator'], sheet: sheet.sheet || null },
    ...{ skip, skipEnd: 0, hundredths: false, sign: 'plain' },
    dates: guessDates(cellsOf(body, columns.date), context.today),
    direction: directionWords(body, columns.direction),
    columns,
  });
  const sample = { rows: rows.slice(0, skip + JUDGED_BY_BALANCE), broken: sheet.broken };
  const countBreaks = (columns: Columns): number | null => {
    const { links, breaks, faults } = judge(sample, shapeOf(columns), context);
    return links > 1 && faults === 0 ? breaks : null;
  };
  const byBalance = headAt >= 0 ? null : columnsByBalance(body.slice(0, JUDGED_BY_BALANCE), countBreaks);
  const columns = byBalance ?? columnsByHead(rows[headAt] ?? [], body);
  return chooseByBalance(sheet, shapeOf(columns), context);
};
