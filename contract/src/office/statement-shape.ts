import * as z from 'zod/mini';

export const STATEMENT_COLUMNS = 40;

const wrong = '欄位設定不正確';
const column = z.int({ error: wrong }).check(z.minimum(0), z.maximum(STATEMENT_COLUMNS - 1));
const maybeColumn = z.nullable(column);
const rowCount = z.int({ error: wrong }).check(z.minimum(0), z.maximum(200));
const words = z
  .array(z.string({ error: wrong }).check(z.minLength(1), z.maxLength(20)))
  .check(z.maxLength(12));

export const encodings = ['utf-8', 'big5'] as const;
export const separators = [',', ';', '\t', '|'] as const;
/** The order of day, month and year where a date could be read in several ways. `auto`: such dates are faults. */
export const dateOrders = ['auto', 'western', 'minguo', 'day_first', 'month_first'] as const;
/** `balance`: amounts have no sign, and the balance of each line says whether money came or went. */
export const amountSigns = ['plain', 'inverted', 'balance'] as const;

/** Columns count from 0; null: none. */
export const StatementShape = z.object({
  encoding: z.enum(encodings, { error: wrong }),
  separator: z.enum(separators, { error: wrong }),
  /** By name; null: the first one with a table. */
  sheet: z.nullable(z.string({ error: wrong }).check(z.maxLength(100))),
  /** Rows before the first transaction. */
  skip: rowCount,
  /** Rows after the last one. */
  skipEnd: rowCount,
  dates: z.enum(dateOrders, { error: wrong }),
  /** Amounts are written in hundredths of a dollar, without a point. */
  hundredths: z.boolean({ error: wrong }),
  /** How the column `amount` marks money in. */
  sign: z.enum(amountSigns, { error: wrong }),
  /** The words for money in and money out in the column `direction`. */
  direction: z.object({ in: words, out: words }),
  columns: z.object({
    date: column,
    /** Separate columns, or one with a sign or a direction. */
    credit: maybeColumn,
    debit: maybeColumn,
    amount: maybeColumn,
    direction: maybeColumn,
    currency: maybeColumn,
    balance: maybeColumn,
    account: maybeColumn,
    name: maybeColumn,
    memo: z.array(column).check(z.maxLength(4)),
  }),
});
export type StatementShape = z.infer<typeof StatementShape>;
