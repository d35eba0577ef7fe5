import type { StatementShape } from '@portal/contract/office/statements';
import type { Context } from '../../src/audit/actor.ts';
import { type Database, type Executor, inTransaction } from '../../src/platform/database/database.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { importStatement } from '../../src/statements/import-statement.ts';
import { type Line, parseLines } from '../../src/statements/matching/open-items.ts';
import { findOpenItems } from '../../src/statements/queries.ts';
import type { ReadContext } from '../../src/statements/reading/read-lines.ts';
import { type FileToImport, readForImport } from '../../src/statements/reading/read-statement.ts';

/** Date, money out, money in, account, name, remark. */
export const plainShape: StatementShape = {
  ...{ encoding: 'utf-8', separator: ',', sheet: null, skip: 1, skipEnd: 0, dates: 'western' },
  ...{ hundredths: false, sign: 'plain', direction: { in: [], out: [] } },
  columns: {
    ...{ date: 0, debit: 1, credit: 2, amount: null, direction: null, currency: null, balance: null },
    ...{ account: 3, name: 4, memo: [5] },
  },
};

/** A day after those of the tests. */
export const plainContext: ReadContext = { today: '2027-06-30', ownAccount: '' };

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

/** Reads a statement in this thread instead of the worker. */
export const readStatement = async (bytes: Buffer, shape = plainShape): Promise<FileToImport> => {
  const read = await readForImport({ bytes, shape, ...plainContext });
  if ('fault' in read) throw new Error(read.fault);
  return read;
};

/** Imports the lines as a file of its own, as if balances proved them. */
export const importLines = async (
  db: Database,
  accountId: number,
  lines: readonly PlainLine[],
  { actor, now }: Context<Staff>,
  shape = plainShape,
) => {
  const read = await readStatement(plainCsv(lines), shape);
  const file = { ...read, accountId, fileName: '對帳單.csv', shape, isProven: true, acceptProblems: true };
  return inTransaction(db, (tx) => importStatement(tx, file, { actor, now }));
};

/** Finds the open lines of the account, whichever organisation it belongs to. */
export const findOpenLines = async (db: Executor, id: number): Promise<Line[]> =>
  parseLines((await findOpenItems(db, { id, organizationId: 0 })).lines);
