import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';

/** `phone`: the number that staff saw and called. A repeat changes nothing. */
export const confirmPhone = async (
  tx: Tx,
  { accountId, phone }: { accountId: number; phone: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const { cellPhone, phoneConfirmedAt } = await findAccount(tx, accountId);
  if (cellPhone !== phone) throw new Refusal('phone_changed');
  if (phoneConfirmedAt !== null) return;
  await tx.update(accounts).set({ phoneConfirmedAt: now }).where(eq(accounts.id, accountId));
  const event = { actor, action: 'account.confirm_phone', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, event, now);
};
