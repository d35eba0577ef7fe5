import type { Executor } from '../../platform/database/database.ts';
import { findPendingEmail } from '../mailbox/pending-email.ts';
import type { ShownUser } from '../present.ts';
import { findAccount } from '../queries.ts';

export const findShownUser = async (
  db: Executor,
  { accountId, tokenHash }: { accountId: number; tokenHash: string },
): Promise<ShownUser> => {
  const person = await findAccount(db, accountId);
  const pendingEmail = person.passwordIsBirthday ? await findPendingEmail(db, tokenHash) : null;
  return { person, pendingEmail };
};
