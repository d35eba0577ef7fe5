import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { findAccount, lockAccount } from '../queries.ts';
import { accounts } from '../tables.ts';
import { queueChangeMail } from './edit-person.ts';
import { markReplaced } from './photos.ts';

interface Replacement {
  readonly accountId: number;
  /** The key of the stored file. */
  readonly photoKey: string;
}

/** The former photo is removed later, as after a change by the person. */
export const replacePhoto = async (
  tx: Tx,
  { accountId, photoKey }: Replacement,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await lockAccount(tx, accountId);
  const person = await findAccount(tx, accountId);
  if (person.suspendedAt) throw new Refusal('person_suspended');
  await tx.update(accounts).set({ photoKey, updatedAt: now }).where(eq(accounts.id, accountId));
  if (person.photoKey) await markReplaced(tx, accountId, person.photoKey, now);
  await queueChangeMail(tx, person, ['照片'], now);
  const event = { actor, action: 'account.replace_photo', subject: 'account', subjectId: accountId } as const;
  await recordEvent(tx, event, now);
};
