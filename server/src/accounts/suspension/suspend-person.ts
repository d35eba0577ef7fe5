import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { endResetLinks } from '../passwords/reset-links.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { accounts } from '../tables.ts';

interface Suspension {
  readonly accountId: number;
  readonly reason: string;
}

/** Ends all sessions and links. A repeat changes nothing. */
export const suspendPerson = async (
  tx: Tx,
  { accountId, reason }: Suspension,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  if ((await findAccount(tx, accountId)).suspendedAt) return;
  await tx.update(accounts).set({ suspendedAt: now, updatedAt: now }).where(eq(accounts.id, accountId));
  await endSessions(tx, accountId);
  await endResetLinks(tx, accountId, now);
  const event = { actor, action: 'account.suspend', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, { ...event, after: { reason } }, now);
};
