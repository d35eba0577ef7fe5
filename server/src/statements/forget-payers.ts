import { isoTaipei } from '@portal/contract/dates';
import { and, eq, isNotNull, isNull, notExists, or, sql } from 'drizzle-orm';
import { type Database, inTransaction, type Tx } from '../platform/database/database.ts';
import { isOpenLine } from './queries.ts';
import { statementLines, statements } from './tables.ts';

const isOfStatement = eq(statementLines.statementId, statements.id);

/** Finds old statements that may still name payers. */
const findOld = (db: Database, years: number, now: Date) =>
  db
    .select({ id: statements.id })
    .from(statements)
    .where(
      and(
        isNull(statements.forgottenAt),
        sql`${statements.importedAt} + make_interval(years => ${years}) < ${isoTaipei(now)}::timestamptz`,
      ),
    );

const forgetOne = async (tx: Tx, id: number, now: Date): Promise<void> => {
  const { digits, maybeDigits, name, memo } = statementLines;
  const hasPayer = or(isNotNull(digits), isNotNull(maybeDigits), isNotNull(name), isNotNull(memo));
  await tx
    .update(statementLines)
    .set({ digits: null, maybeDigits: null, name: null, memo: null })
    .where(and(eq(statementLines.statementId, id), sql`not (${isOpenLine})`, hasPayer));
  const open = tx.select({ one: sql`1` }).from(statementLines).where(and(isOfStatement, isOpenLine));
  await tx
    .update(statements)
    .set({ forgottenAt: now })
    .where(and(eq(statements.id, id), notExists(open)));
};

/**
 * Removes the payers (name, account digits, remark) from lines of statements that were imported more than `years` ago.
 * Open lines keep them. Day, amount and payment stay.
 */
export const forgetPayers = async (db: Database, years: number, now: Date): Promise<void> => {
  for (const { id } of await findOld(db, years, now)) await inTransaction(db, (tx) => forgetOne(tx, id, now));
};
