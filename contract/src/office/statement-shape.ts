import * as z from 'zod/mini';

export const STATEMENT_COLUMNS = 40;

const wrong = '欄位設定不正確';
const column = z.int({ error: wrong }).check(z.minimum(0), z.maximum(STATEMENT_COLUMNS - 1));
const maybeColumn = z.nullable(column);

export const encodings = ['utf-8', 'big5'] as const;
export const separators = [',', ';', '\t', '|'] as const;

/** Columns count from 0; null: none. */
export const StatementShape = z.object({
  encoding: z.enum(encodings, { error: wrong }),
  separator: z.enum(separators, { error: wrong }),
  /** Lines before the first transaction. */
  skip: z.int({ error: wrong }).check(z.minimum(0), z.maximum(200)),
  dates: z.enum(['western', 'minguo'], { error: wrong }),
  columns: z.object({
    date: column,
    /** Separate columns, or one with a sign. */
    credit: maybeColumn,
    debit: maybeColumn,
    amount: maybeColumn,
    balance: maybeColumn,
    account: maybeColumn,
    name: maybeColumn,
    memo: z.array(column).check(z.maxLength(4)),
  }),
});
export type StatementShape = z.infer<typeof StatementShape>;
