import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { type Circumstances, recordEvent } from '../platform/audit.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findAccount, findByIdentifier, lockAccount, type Person } from './queries.ts';
import { endResetLinks } from './reset-links.ts';
import { endSessions } from './sessions.ts';
import { moveFailures } from './sign-in-budget.ts';
import { accounts, contactUndos } from './tables.ts';

interface Release<T> {
  /** Normalised: an identity number or a passport number. */
  readonly number: string;
  /** Gives back the seats of the account, as far as may be. */
  readonly giveBackSeats: (accountId: number) => Promise<T>;
}

interface Released<T> {
  readonly accountId: number;
  readonly seats: T;
}

/** Nobody's, in the form of a passport number: the account must keep one. */
const nobodysNumber = (): string => `RELEASED${randomBytes(6).toString('hex').toUpperCase()}`;

const lockHolder = async (tx: Tx, number: string): Promise<Person> => {
  const found = await findByIdentifier(tx, number);
  if (!found) throw new Refusal('account_not_found');
  await lockAccount(tx, found.accountId);
  const holder = await findAccount(tx, found.accountId);
  // Somebody else may have released it, or changed it, meanwhile.
  if (holder.account !== number) throw new Refusal('account_not_found');
  if (holder.passwordIsBirthday || holder.importedAt) throw new Refusal('account_imported');
  return holder;
};

const endUndoLinks = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await tx
    .update(contactUndos)
    .set({ endedAt: now })
    .where(and(eq(contactUndos.accountId, accountId), isNull(contactUndos.endedAt)));
};

const endAccess = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
  await endSessions(tx, accountId);
  await endResetLinks(tx, accountId, now);
  await endUndoLinks(tx, accountId, now);
};

const freeNumber = async (tx: Tx, holder: Person, now: Date): Promise<void> => {
  const passportNo = nobodysNumber();
  await tx
    .update(accounts)
    .set({
      country: 'foreign',
      idNumber: null,
      passportNo,
      suspendedAt: holder.suspendedAt ?? now,
      updatedAt: now,
    })
    .where(eq(accounts.id, holder.id));
  // The owner of the number does not pay for what others guessed.
  await moveFailures(tx, holder.account, passportNo);
};

/**
 * Takes a number from the account that somebody else registered with it: the account is suspended and its access ends;
 * the owner of the number may join. The event does not keep the number.
 */
export const releaseIdentifier = async <T>(
  tx: Tx,
  { number, giveBackSeats }: Release<T>,
  { actor, now }: Circumstances,
): Promise<Released<T>> => {
  const holder = await lockHolder(tx, number);
  const { id: accountId, country } = holder;
  // Before the number changes: that lock keeps out mails about seats, which hold the class.
  const seats = await giveBackSeats(accountId);
  await freeNumber(tx, holder, now);
  await endAccess(tx, accountId, now);
  const event = { actor, action: 'account.release_identifier', subject: 'account', subjectId: accountId };
  await recordEvent(tx, { ...event, before: { country } }, now);
  return { accountId, seats };
};
