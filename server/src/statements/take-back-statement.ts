import { and, eq, exists, gt, inArray, sql } from 'drizzle-orm';
import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { paymentLines } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockForImport } from './import-statement.ts';
import { findBankAccount } from './queries.ts';
import { statementLines, statementReversals, statements } from './tables.ts';

const requireStatement = async (tx: Tx, id: number, actor: Staff) => {
  const [found] = await tx.select().from(statements).where(eq(statements.id, id));
  if (!found) throw new Refusal('not_found');
  return { ...found, account: await findBankAccount(tx, found.bankAccountId, actor, 'statement.import') };
};

/** Later imports counted lines of this one as known, so they must be taken back first. */
const refuseUnlessLast = async (tx: Tx, id: number, accountId: number): Promise<void> => {
  const later = await tx.$count(
    statements,
    and(eq(statements.bankAccountId, accountId), gt(statements.id, id)),
  );
  if (later > 0) throw new Refusal('statement_not_last');
};

/** Throws `statement_used` if a payment, live or undone, names a line. */
const refuseUsed = async (tx: Tx, id: number): Promise<void> => {
  const isNamed = exists(
    tx.select({ one: sql`1` }).from(paymentLines).where(eq(paymentLines.lineId, statementLines.id)),
  );
  const [used] = await tx
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(and(eq(statementLines.statementId, id), isNamed))
    .limit(1);
  if (used) throw new Refusal('statement_used');
};

/** Opens the earlier deposits that the import set aside as `reversed`. */
const openReversed = async (tx: Tx, id: number): Promise<void> => {
  const reversed = await tx
    .delete(statementReversals)
    .where(eq(statementReversals.statementId, id))
    .returning({ lineId: statementReversals.lineId });
  const ids = reversed.map(({ lineId }) => lineId);
  await tx.update(statementLines).set({ aside: null }).where(inArray(statementLines.id, ids));
};

/**
 * Removes the statement and the lines that it added, so that the file can be imported again. Throws unless it is the
 * last one of the account and no payment names its lines.
 */
export const takeBackStatement = async (
  tx: Tx,
  { statementId: id }: { statementId: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { account } = await requireStatement(tx, id, actor);
  await lockForImport(tx, account.id);
  // Another call may have removed the statement while this one waited for the lock.
  const { fileName, added } = await requireStatement(tx, id, actor);
  await refuseUnlessLast(tx, id, account.id);
  const isOwn = eq(statementLines.statementId, id);
  await tx
    .select({ id: statementLines.id })
    .from(statementLines)
    .where(isOwn)
    .orderBy(statementLines.id)
    .for('update');
  await refuseUsed(tx, id);
  await openReversed(tx, id);
  await tx.delete(statementLines).where(isOwn);
  await tx.delete(statements).where(eq(statements.id, id));
  const { organizationId } = account;
  const event = {
    actor,
    action: 'statement.take_back',
    subject: 'bank_account',
    subjectId: account.id,
  } as const;
  await recordEvent(tx, { ...event, organizationId, before: { file: fileName, added } }, now);
};
