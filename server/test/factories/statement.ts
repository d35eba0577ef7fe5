import type { StatementShape } from '@portal/contract/office/statement-shape';
import type { Circumstances } from '../../src/audit/actor.ts';
import { importStatement } from '../../src/payment/import-statement.ts';
import { readLines } from '../../src/payment/read-lines.ts';
import { digestOf, readStatementRows } from '../../src/payment/read-statement.ts';
import { type Database, inTransaction } from '../../src/platform/database.ts';
import type { Staff } from '../../src/staff/actors.ts';

/** Date, money out, money in, account, name, remark. */
export const plainShape: StatementShape = {
  encoding: 'utf-8',
  separator: ',',
  skip: 1,
  dates: 'western',
  columns: { date: 0, debit: 1, credit: 2, amount: null, balance: null, account: 3, name: 4, memo: [5] },
};

export interface PlainLine {
  readonly day?: string;
  readonly out?: number;
  readonly in?: number;
  readonly digits?: string;
  readonly name?: string;
  readonly memo?: string;
}

/** A statement of these lines in the plain shape. */
export const plainCsv = (lines: readonly PlainLine[]): Buffer =>
  Buffer.from(
    [
      '日期,支出,存入,帳號,戶名,備註',
      ...lines.map(({ day = '2026-11-30', out = '', in: into = '', digits = '', name = '', memo = '' }) =>
        [day, out, into, digits, name, memo].join(','),
      ),
    ].join('\n'),
  );

/** Imports the lines as a file of its own. */
export const importLines = async (
  db: Database,
  accountId: number,
  lines: readonly PlainLine[],
  { actor, now }: Circumstances<Staff>,
  shape = plainShape,
) => {
  const bytes = plainCsv(lines);
  const { rows } = await readStatementRows(bytes, shape);
  const file = { accountId, fileName: '對帳單.csv', sha256: digestOf(bytes), shape };
  return inTransaction(db, (tx) =>
    importStatement(tx, { ...readLines(rows, shape), ...file }, { actor, now }),
  );
};
