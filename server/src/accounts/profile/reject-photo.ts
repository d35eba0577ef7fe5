import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { photoRejectedLetter } from './letters.ts';
import { markReplaced } from './photos.ts';

interface Rejection {
  readonly accountId: number;
  readonly reason: string;
}

/** Removes the photo and asks the person for a better one. Throws if there is none. */
export const rejectPhoto = async (
  tx: Tx,
  { accountId, reason }: Rejection,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const { photoKey, email, chineseName } = await findAccount(tx, accountId);
  if (photoKey === null) throw new Refusal('person_without_photo');
  await tx.update(accounts).set({ photoKey: null, updatedAt: now }).where(eq(accounts.id, accountId));
  await markReplaced(tx, accountId, photoKey, now);
  const letter = photoRejectedLetter({ name: chineseName ?? '', reason });
  await queueMail(tx, { id: accountId, email }, letter, now);
  const event = { actor, action: 'account.reject_photo', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, { ...event, after: { reason } }, now);
};
