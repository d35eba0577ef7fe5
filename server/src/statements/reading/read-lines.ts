import { addDays } from '@portal/contract/dates';
import type { StatementShape } from '@portal/contract/office/statements';
import type { SetAsideKind } from '../states.ts';
import { type BalanceCheck, type BalanceEntry, checkBalance, signsByBalance } from './check-balance.ts';
import { headNames, headScore } from './heads.ts';
import { plainText } from './plain-text.ts';
import { type Amount, type AmountFault, directionOf, isAmount, readAmount } from './read-amount.ts';
import { type DayFault, isDay, readDay } from './read-day.ts';
import { type Digits, readDigits } from './read-digits.ts';
import { pairReversals, REVERSAL } from './reversals.ts';
import { type SkippedRow, skipReason } from './skipped-rows.ts';

/* Pure. */

export interface ReadLine extends Digits {
  /** From 1. */
  readonly row: number;
  readonly day: string;
  /** In whole New Taiwan dollars; negative for money out. */
  readonly amount: number;
  readonly name: string | null;
  readonly memo: string | null;
  readonly balance: number | null;
  readonly aside: SetAsideKind | null;
}

type RowFaultKind =
  | DayFault
  | AmountFault
  | 'late'
  | 'direction'
  | 'both_amounts'
  | 'extra_cells'
  | 'quote'
  | 'name_number'
  | 'private_use';

export interface RowFault {
  readonly row: number;
  readonly fault: RowFaultKind;
  readonly text: string;
}

export interface Sheet {
  readonly rows: readonly Cells[];
  /** Indexes of rows with a quote that does not close. */
  readonly broken: readonly number[];
}

export interface ReadContext {
  /** No line is later than tomorrow. */
  readonly today: string;
  /** The digits of the account of the statement. */
  readonly ownAccount: string;
}

type Cells = readonly string[];
type Side = 'in' | 'out';

const MAX_NAME_LENGTH = 100;
const MAX_MEMO_LENGTH = 300;
const MAX_ROW_TEXT = 200;

const cellAt = (cells: Cells, column: number | null): string =>
  column === null ? '' : (cells[column] ?? '');

const textsOf = (cells: Cells, columns: readonly (number | null)[], maxLength: number): string | null => {
  const texts = columns.map((column) => plainText(cellAt(cells, column)));
  return [...new Set(texts.filter(Boolean))].join(' ').slice(0, maxLength) || null;
};

const setAsideKindOf = (amount: number, isCredit: boolean, texts: string): SetAsideKind | null => {
  if (amount > 0) return null;
  if (amount === 0) return 'zero';
  return isCredit || REVERSAL.test(texts) ? 'reversal' : 'withdrawal';
};

interface Money {
  readonly amount: number;
  readonly isCredit: boolean;
  /** False for a negative withdrawal, which may be money that came back, and for an amount without a sign. */
  readonly isSure: boolean;
}

type MoneyFault = AmountFault | 'direction' | 'both_amounts';

const sideOf = (cells: Cells, { columns, direction }: StatementShape): Side | null => {
  const text = plainText(cellAt(cells, columns.direction));
  if (direction.in.includes(text)) return 'in';
  if (direction.out.includes(text)) return 'out';
  return direction.in.length + direction.out.length > 0 ? null : directionOf(text);
};

const signedMoney = (value: number, side: Side): Money => {
  const amount = side === 'in' ? value : 0 - value;
  return { amount, isCredit: side === 'in', isSure: true };
};

/** Reads the column `amount`. The direction is in another column, in the cell, or in the sign. */
const singleMoney = (cells: Cells, found: Amount, shape: StatementShape): Money | MoneyFault => {
  const { value, direction } = found;
  const side = sideOf(cells, shape) ?? direction;
  if (side) return signedMoney(value, side);
  if (shape.columns.direction !== null) return 'direction';
  if (shape.sign === 'balance') return { amount: value, isCredit: false, isSure: false };
  return { amount: shape.sign === 'inverted' ? 0 - value : value, isCredit: false, isSure: true };
};

const moneyOf = (cells: Cells, shape: StatementShape): Money | MoneyFault => {
  const { credit, debit, amount } = shape.columns;
  const [into, out, single] = [credit, debit, amount].map((column) =>
    readAmount(cellAt(cells, column), shape.hundredths),
  );
  for (const each of [into, out, single]) if (each && !isAmount(each)) return each;
  const [moneyIn, moneyOut, money] = [into, out, single] as [Amount, Amount, Amount];
  if (moneyIn.value !== 0 && moneyOut.value !== 0) return 'both_amounts';
  if (money.value !== 0) return singleMoney(cells, money, shape);
  if (moneyOut.value < 0) return { amount: moneyOut.value, isCredit: false, isSure: false };
  return signedMoney(moneyIn.value !== 0 ? moneyIn.value : moneyOut.value, moneyOut.value > 0 ? 'out' : 'in');
};

const balanceOf = (cells: Cells, { columns, hundredths }: StatementShape): number | null => {
  const cell = cellAt(cells, columns.balance);
  const read = readAmount(cell, hundredths);
  if (plainText(cell) === '' || !isAmount(read)) return null;
  return read.direction === 'out' ? 0 - read.value : read.value;
};

const hasPrivateCharacters = (text: string | null): boolean => /[\uE000-\uF8FF\ufffd]/.test(text ?? '');

/** Banks book the transactions of a weekend or holiday on the next working day. */
const MAX_DAYS_BOOKED_AHEAD = 10;

const isInFuture = (day: string, cells: Cells, { dates }: StatementShape, today: string): boolean => {
  const tomorrow = addDays(today, 1);
  if (day <= tomorrow) return false;
  const isEarlier = (cell: string) => {
    const other = readDay(cell, dates);
    return isDay(other) && other <= tomorrow && addDays(other, MAX_DAYS_BOOKED_AHEAD) >= day;
  };
  return !cells.some(isEarlier);
};

interface Draft extends Omit<ReadLine, 'aside'> {
  readonly isCredit: boolean;
  readonly isSure: boolean;
  readonly hasPrivateCharacters: boolean;
}

type RowReading =
  | { readonly draft: Draft }
  | { readonly skipped: SkippedRow; readonly balance: number | null }
  | { readonly fault: RowFault };

interface RowContext extends ReadContext {
  readonly shape: StatementShape;
  readonly head: readonly string[];
  readonly broken: ReadonlySet<number>;
  /** The day of the line before. Some banks write a day once for several lines. */
  readonly lastDay: string | null;
}

const rowText = (cells: Cells): string => cells.join(' ').trim().slice(0, MAX_ROW_TEXT);

const holdsMoney = (cells: Cells, { columns, hundredths }: StatementShape): boolean =>
  [columns.credit, columns.debit, columns.amount].some((column) => {
    const read = readAmount(cellAt(cells, column), hundredths);
    return isAmount(read) ? read.value !== 0 : /\d/.test(cellAt(cells, column));
  });

const isMoneyBlank = (cells: Cells, { columns: { credit, debit, amount } }: StatementShape): boolean =>
  [credit, debit, amount].every((column) => /^[\s-]*$/.test(plainText(cellAt(cells, column))));

/** True even for a day that does not exist, such as 2026/13/01. */
const looksLikeDay = (cells: Cells, { columns, dates }: StatementShape): boolean => {
  const cell = plainText(cellAt(cells, columns.date));
  return /^\d{1,4}\s*[-/.年]/.test(cell) || isDay(readDay(cell, dates));
};

const layoutFault = (cells: Cells, row: number, { head, broken, shape }: RowContext): RowFaultKind | null => {
  if (broken.has(row - 1)) return 'quote';
  if (head.length > 0 && cells.slice(head.length).some(Boolean)) return 'extra_cells';
  return /^\d{1,3}$/.test(plainText(cellAt(cells, shape.columns.name))) ? 'name_number' : null;
};

const draftOf = (cells: Cells, row: number, day: string, money: Money, context: RowContext): Draft => {
  const { shape, ownAccount } = context;
  const { columns } = shape;
  const [name, memo] = [
    textsOf(cells, [columns.name], MAX_NAME_LENGTH),
    textsOf(cells, columns.memo, MAX_MEMO_LENGTH),
  ];
  const texts = {
    ...{ account: cellAt(cells, columns.account), amount: money.amount, ownAccount },
    others: [columns.name, ...columns.memo].map((column) => cellAt(cells, column)),
  };
  const isUnreadable = hasPrivateCharacters(name) || hasPrivateCharacters(memo);
  return {
    row,
    day,
    ...money,
    name,
    memo,
    ...readDigits(texts),
    balance: balanceOf(cells, shape),
    hasPrivateCharacters: isUnreadable,
  };
};

const readRow = (cells: Cells, row: number, context: RowContext): RowReading => {
  const { shape, lastDay, today } = context;
  const written = readDay(cellAt(cells, shape.columns.date), shape.dates);
  const faulty = (fault: RowFaultKind) => ({ fault: { row, fault, text: rowText(cells) } });
  const skip = (reason: SkippedRow['reason']) => ({
    skipped: { row, reason, text: rowText(cells) },
    balance: reason === 'balance' || reason === 'no_amount' ? balanceOf(cells, shape) : null,
  });
  const layout = layoutFault(cells, row, context);
  const reason = skipReason(cells, shape, { ...context, hasDay: written !== 'date' });
  if (reason && layout !== 'quote') return skip(reason);
  if (layout) return faulty(layout);
  const isContinued = plainText(cellAt(cells, shape.columns.date)) === '' && lastDay !== null;
  const isEmpty = !holdsMoney(cells, shape) && (!looksLikeDay(cells, shape) || isMoneyBlank(cells, shape));
  if (isEmpty) return skip(isDay(written) ? 'no_amount' : 'remark');
  const day = isContinued ? lastDay : written;
  if (day === 'date' || day === 'ambiguous_date') return faulty(day);
  if (isInFuture(day, cells, shape, today)) return faulty('late');
  const money = moneyOf(cells, shape);
  return typeof money === 'string' ? faulty(money) : { draft: draftOf(cells, row, day, money, context) };
};

const readRows = ({ rows, broken }: Sheet, shape: StatementShape, context: ReadContext): RowReading[] => {
  const above = rows[shape.skip - 1] ?? [];
  const head = headScore(above) >= 2 ? above.slice(0, headNames(above).length) : [];
  const end = rows.length - shape.skipEnd;
  const readings: RowReading[] = [];
  const rest = { ...context, shape, head, broken: new Set(broken) };
  let lastDay: string | null = null;
  for (const [at, cells] of rows.entries()) {
    const outside = at < shape.skip ? 'head' : 'end';
    const reading: RowReading =
      at < shape.skip || at >= end
        ? { skipped: { row: at + 1, reason: outside, text: rowText(cells) }, balance: null }
        : readRow(cells, at + 1, { ...rest, lastDay });
    if ('draft' in reading) lastDay = reading.draft.day;
    readings.push(reading);
  }
  return readings;
};

/** The lines, and skipped rows with a balance, such as those that carry it to the next page. */
const balanceEntries = (readings: readonly RowReading[]): BalanceEntry[] => {
  const entries: BalanceEntry[] = [];
  const [firstDay = ''] = readings.flatMap((each) => ('draft' in each ? each.draft.day : []));
  for (const reading of readings) {
    const day = entries.at(-1)?.day ?? firstDay;
    if ('draft' in reading) entries.push(reading.draft);
    else if ('skipped' in reading && reading.balance !== null)
      entries.push({ row: reading.skipped.row, day, amount: 0, balance: reading.balance });
  }
  return entries;
};

const IN_TEXT = /存入|轉入|匯入|入帳|收入|存款|利息|存息/;
const OUT_TEXT = /支出|轉出|匯出|提款|提領|扣款|扣繳|付款|手續費/;

/** Finds the sign of the first line, which has no balance before it. */
const signByText = (text: string): number | undefined => {
  if (IN_TEXT.test(text) === OUT_TEXT.test(text)) return undefined;
  return IN_TEXT.test(text) ? 1 : -1;
};

/** Takes the signs that a cell does not show from the balances, or else from the text. */
const withSigns = (readings: readonly RowReading[], { sign, columns }: StatementShape): RowReading[] => {
  const signs = signsByBalance(balanceEntries(readings));
  return readings.map((reading): RowReading => {
    if (!('draft' in reading) || reading.draft.isSure) return reading;
    const { draft } = reading;
    const isSigned = columns.amount !== null && sign === 'balance';
    const found = signs.get(draft.row) ?? (isSigned ? signByText(draft.memo ?? '') : undefined);
    if (found !== undefined) return { draft: { ...draft, amount: found * Math.abs(draft.amount) } };
    if (!isSigned) return reading;
    return { fault: { row: draft.row, fault: 'direction', text: `${draft.memo ?? ''} ${draft.amount}` } };
  });
};

const lineOf = ({ isCredit, isSure: _, hasPrivateCharacters: __, ...draft }: Draft): ReadLine => ({
  ...draft,
  aside: setAsideKindOf(draft.amount, isCredit, `${draft.memo} ${draft.name}`),
});

export interface TotalFault {
  readonly row: number;
  readonly written: number;
  readonly counted: number;
}

type Totals<Value> = Readonly<Record<'credit' | 'debit' | 'count', Value>>;

const NO_TOTALS: Totals<number> = { credit: 0, debit: 0, count: 0 };

const addToTotals = ({ credit, debit, count }: Totals<number>, amount: number): Totals<number> => ({
  credit: credit + Math.max(0, amount),
  debit: debit + Math.max(0, 0 - amount),
  count: count + 1,
});

/** The totals in the row; null for those that it does not have. */
const writtenTotals = (cells: Cells, { columns, hundredths }: StatementShape): Totals<number | null> => {
  const amountIn = (column: number | null) => {
    const read = readAmount(cellAt(cells, column), hundredths);
    return isAmount(read) && read.value !== 0 ? Math.abs(read.value) : null;
  };
  const count = /(\d+)\s*筆/.exec(cells.join(' '))?.[1];
  return {
    credit: amountIn(columns.credit),
    debit: amountIn(columns.debit),
    count: count === undefined ? null : Number(count),
  };
};

/** Compares each total with the lines above it, and with those since the last total. */
const checkTotals = (
  rows: readonly Cells[],
  readings: readonly RowReading[],
  shape: StatementShape,
): TotalFault[] => {
  let [all, since] = [NO_TOTALS, NO_TOTALS];
  const faults: TotalFault[] = [];
  for (const [at, reading] of readings.entries()) {
    if ('draft' in reading) {
      const { amount } = reading.draft;
      [all, since] = [addToTotals(all, amount), addToTotals(since, amount)];
    } else if ('skipped' in reading && reading.skipped.reason === 'total') {
      const written = writtenTotals(rows[at] ?? [], shape);
      for (const kind of ['credit', 'debit', 'count'] as const) {
        const value = written[kind];
        if (value !== null && value !== all[kind] && value !== since[kind])
          faults.push({ row: at + 1, written: value, counted: all[kind] });
      }
      since = NO_TOTALS;
    }
  }
  return faults;
};

export interface ReadStatement {
  readonly lines: readonly ReadLine[];
  /** Reversals without a deposit among the lines. */
  readonly unpaired: readonly ReadLine[];
  readonly faults: readonly RowFault[];
  readonly skipped: readonly SkippedRow[];
  readonly balance: BalanceCheck;
  readonly totals: readonly TotalFault[];
  /** The balances, in the order of the file. */
  readonly entries: readonly BalanceEntry[];
}

const privateUseFault = ({ row, name, memo }: Draft): RowFault => ({
  ...{ row, fault: 'private_use' },
  text: [name, memo].filter(Boolean).join(' '),
});

/** Reads each row as a line, a fault or a skipped row, and checks balances and totals. */
export const readLines = (sheet: Sheet, shape: StatementShape, context: ReadContext): ReadStatement => {
  const readings = withSigns(readRows(sheet, shape, context), shape);
  const drafts = readings.flatMap((each) => ('draft' in each ? each.draft : []));
  const entries = balanceEntries(readings);
  return {
    ...pairReversals(drafts.map(lineOf)),
    faults: readings.flatMap((each) => {
      if ('fault' in each) return each.fault;
      return 'draft' in each && each.draft.hasPrivateCharacters ? privateUseFault(each.draft) : [];
    }),
    skipped: readings.flatMap((each) => ('skipped' in each ? each.skipped : [])),
    balance: checkBalance(entries),
    totals: checkTotals(sheet.rows, readings, shape),
    entries,
  };
};
