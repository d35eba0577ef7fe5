import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { bankAccounts } from '../tables.ts';
import { lockBankAccount } from './bank-account-queries.ts';

export const reopenBankAccount = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { organizationId, closedAt, number } = await lockBankAccount(tx, id);
  requireRight(actor, 'settings.edit', organizationId);
  if (!closedAt) return;
  await tx.update(bankAccounts).set({ closedAt: null }).where(eq(bankAccounts.id, id));
  const event = { actor, action: 'bank_account.reopen', subject: 'bank_account', subjectId: id } as const;
  await recordEvent(tx, { ...event, after: { number } }, now);
};
