import { readableTime } from '@portal/contract/dates';
import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import type { Trainee } from '../accounts/actors.ts';
import { findAccount, lockAccount } from '../accounts/queries.ts';
import type { Context } from '../audit/actor.ts';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { erasureRequestedLetter } from './letters.ts';
import { findErasure } from './queries.ts';
import { privacyRequests } from './tables.ts';

const DAY = 24 * 3_600_000;
/** Few, because each request sends a mail. */
const REQUESTS_A_DAY = 3;

const refuseTooMany = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  const [first] = await tx
    .select({ at: privacyRequests.requestedAt })
    .from(privacyRequests)
    .where(
      and(
        eq(privacyRequests.accountId, accountId),
        isNull(privacyRequests.recordedBy),
        gt(privacyRequests.requestedAt, new Date(now.getTime() - DAY)),
      ),
    )
    .orderBy(desc(privacyRequests.requestedAt))
    .offset(REQUESTS_A_DAY - 1)
    .limit(1);
  if (!first) return;
  const retryAfter = Math.ceil((first.at.getTime() + DAY - now.getTime()) / 1000);
  throw new Refusal('too_many_requests', { retryAfter });
};

/** Does nothing if a request waits already. */
export const requestErasure = async (
  tx: Tx,
  { actor: { accountId }, now }: Context<Trainee>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const person = await findAccount(tx, accountId);
  // Suspended, erased or merged meanwhile.
  if (person.suspendedAt) throw new Refusal('session_ended');
  if ((await findErasure(tx, accountId))?.state === 'requested') return;
  await refuseTooMany(tx, accountId, now);
  await tx.insert(privacyRequests).values({ accountId, requestedAt: now });
  const data = { name: person.chineseName ?? '', time: readableTime(now) };
  await queueMail(tx, person, erasureRequestedLetter(data), now);
};
