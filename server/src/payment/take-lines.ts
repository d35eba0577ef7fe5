import { asc, eq, inArray } from 'drizzle-orm';
import { bankAccounts } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { statementLines } from '../statements/tables.ts';
import { mayConfirm } from './policy.ts';

export interface TakenLines {
  readonly accountId: number;
  readonly organizationId: number;
  readonly amount: number;
  readonly day: string;
}

/** Returns null if `lineIds` is empty. */
export const findLines = async (
  tx: Tx,
  lineIds: readonly number[],
  actor: Staff,
): Promise<TakenLines | null> => {
  if (lineIds.length === 0) return null;
  const lines = await tx
    .select({
      accountId: statementLines.bankAccountId,
      organizationId: bankAccounts.organizationId,
      amount: statementLines.amount,
      day: statementLines.day,
      aside: statementLines.aside,
    })
    .from(statementLines)
    .innerJoin(bankAccounts, eq(bankAccounts.id, statementLines.bankAccountId))
    .where(inArray(statementLines.id, [...lineIds]))
    .orderBy(asc(statementLines.id))
    .for('no key update', { of: statementLines });
  const [first] = lines;
  const isAllowed = lines.every((line) => mayConfirm(actor, line));
  if (!first || !isAllowed || lines.length < new Set(lineIds).size) throw new Refusal('line_unknown');
  if (lines.some(({ aside }) => aside !== null)) throw new Refusal('line_aside');
  if (lines.some(({ accountId }) => accountId !== first.accountId)) throw new Refusal('line_other_account');
  const day = lines.reduce((last, line) => (line.day > last ? line.day : last), first.day);
  const amount = lines.reduce((sum, line) => sum + line.amount, 0);
  return { accountId: first.accountId, organizationId: first.organizationId, amount, day };
};
