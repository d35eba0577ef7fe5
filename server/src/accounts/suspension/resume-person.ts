import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { isReleased } from '../profile/release-identifier.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';

interface Resumption {
  readonly accountId: number;
  readonly reason: string;
}

/** Throws for an account whose number was released: it belongs to nobody; and for one that is part of another. A repeat changes nothing. */
export const resumePerson = async (
  tx: Tx,
  { accountId, reason }: Resumption,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const person = await findAccount(tx, accountId);
  if (!person.suspendedAt) return;
  if (person.mergedIntoId !== null) throw new Refusal('person_merged');
  if (isReleased(person)) throw new Refusal('person_released');
  await tx.update(accounts).set({ suspendedAt: null, updatedAt: now }).where(eq(accounts.id, accountId));
  const event = { actor, action: 'account.resume', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, { ...event, after: { reason } }, now);
};
