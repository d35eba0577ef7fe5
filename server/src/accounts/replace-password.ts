import { readableTime } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { queueMail } from '../mail/queue.ts';
import type { Tx } from '../platform/database.ts';
import { recordOwnEvent } from './record-own-event.ts';
import { endResetLinks } from './reset-links.ts';
import { endSessions } from './sessions.ts';
import { accounts } from './tables.ts';

interface Owner {
  readonly id: number;
  readonly email: string | null;
  readonly chineseName: string | null;
}

interface Replacement {
  readonly passwordHash: string;
  /** The session that stays; the others end. */
  readonly keepTokenHash?: string;
  readonly now: Date;
}

/**
 * Gives the account another password: it is no longer the birth date, sessions and reset links end, a mail says so.
 * Lock the account first, so that no login with the former password starts a session meanwhile.
 */
export const replacePassword = async (
  tx: Tx,
  owner: Owner,
  { passwordHash, keepTokenHash, now }: Replacement,
): Promise<void> => {
  await tx
    .update(accounts)
    .set({ passwordHash, passwordIsBirthday: false, updatedAt: now })
    .where(eq(accounts.id, owner.id));
  await endSessions(tx, owner.id, keepTokenHash);
  await endResetLinks(tx, owner.id, now);
  const action = keepTokenHash ? 'password.change' : 'password.reset';
  await recordOwnEvent(tx, { accountId: owner.id, action }, now);
  const data = { name: owner.chineseName ?? '', time: readableTime(now) };
  await queueMail(tx, owner, { template: 'password_changed', data }, now);
};
