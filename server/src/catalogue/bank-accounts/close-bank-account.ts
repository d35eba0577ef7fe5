import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { bankAccounts } from '../tables.ts';
import { countClassesToCome, lockBankAccount } from './bank-account-queries.ts';

/** Locks the account first: a class that is created meanwhile waits, and then finds it closed. */
export const closeBankAccount = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { organizationId, closedAt, number } = await lockBankAccount(tx, id);
  requireRight(actor, 'settings.edit', organizationId);
  if (closedAt) return;
  const n = await countClassesToCome(tx, id, now);
  if (n > 0) throw new Refusal('bank_account_used', { values: { n } });
  await tx.update(bankAccounts).set({ closedAt: now }).where(eq(bankAccounts.id, id));
  const event = { actor, action: 'bank_account.close', subject: 'bank_account', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { number } }, now);
};
