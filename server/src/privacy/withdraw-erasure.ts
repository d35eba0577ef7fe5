import { readableTime } from '@portal/contract/dates';
import { and, eq, sql } from 'drizzle-orm';
import type { Trainee } from '../accounts/actors.ts';
import { findAccount } from '../accounts/queries.ts';
import type { Context } from '../audit/actor.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { erasureWithdrawnLetter } from './letters.ts';
import { privacyRequests } from './tables.ts';

const isOpenErasure = sql`${privacyRequests.kind} = 'erasure' and ${privacyRequests.state} = 'requested'`;

/** Does nothing without a request. */
export const withdrawErasure = async (
  tx: Tx,
  { actor: { accountId }, now }: Context<Trainee>,
): Promise<void> => {
  const withdrawn = await tx
    .update(privacyRequests)
    .set({ state: 'withdrawn', closedAt: now })
    .where(and(eq(privacyRequests.accountId, accountId), isOpenErasure))
    .returning({ id: privacyRequests.id });
  if (withdrawn.length === 0) return;
  const person = await findAccount(tx, accountId);
  const data = { name: person.chineseName ?? '', time: readableTime(now) };
  await queueMail(tx, person, erasureWithdrawnLetter(data), now);
};
