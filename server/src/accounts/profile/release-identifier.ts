import { randomBytes } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { endResetLinks } from '../passwords/reset-links.ts';
import { findAccount, findByIdentifier, lockAccount, type Person } from '../queries.ts';
import { endSessions } from '../sign-in/sessions.ts';
import { moveFailures } from '../sign-in/sign-in-budget.ts';
import { accounts, contactUndos } from '../tables.ts';

interface Release<T> {
  /** Normalised. */
  readonly number: string;
  /** The account that staff saw with this number. Throws if another account holds it by now. */
  readonly holderId?: number;
  readonly reason?: string;
  readonly giveBack: (accountId: number) => Promise<T>;
}

interface Released<T> {
  readonly accountId: number;
  readonly seats: T;
}

/** The number of an imported person is their own, so it is never released. */
export const isImported = ({
  passwordIsBirthday,
  importedAt,
}: Pick<Person, 'passwordIsBirthday' | 'importedAt'>) => passwordIsBirthday || importedAt !== null;

/** The account must keep a number; this has the form of a passport number. */
const RELEASED_PREFIX = 'RELEASED';
const nobodysNumber = (): string => `${RELEASED_PREFIX}${randomBytes(6).toString('hex').toUpperCase()}`;

/** Whether the account belongs to nobody, because its number was released or the person was erased. */
export const isReleased = ({ passportNo, erasedAt }: Pick<Person, 'passportNo' | 'erasedAt'>): boolean =>
  erasedAt !== null || (passportNo?.startsWith(RELEASED_PREFIX) ?? false);

type Holding = Pick<Release<unknown>, 'number' | 'holderId'>;

const lockHolder = async (tx: Tx, { number, holderId }: Holding): Promise<Person> => {
  const missing = () => new Refusal(holderId === undefined ? 'account_not_found' : 'number_moved');
  const found = await findByIdentifier(tx, number);
  if (!found || found.accountId !== (holderId ?? found.accountId)) throw missing();
  await lockAccount(tx, found.accountId);
  const holder = await findAccount(tx, found.accountId);
  // It may have been released or changed meanwhile.
  if (holder.account !== number) throw missing();
  if (isImported(holder)) throw new Refusal('account_imported');
  return holder;
};

export const endUndoLinks = async (tx: Tx, accountId: number, now: Date): Promise<void> => {
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
  // The number's owner must not be locked out by earlier failed attempts.
  await moveFailures(tx, holder.account, passportNo);
};

/** Suspends the account. The event does not contain the number. */
export const releaseIdentifier = async <T>(
  tx: Tx,
  { reason, giveBack, ...holding }: Release<T>,
  { actor, now }: Context<StaffOrSystem>,
): Promise<Released<T>> => {
  const holder = await lockHolder(tx, holding);
  const { id: accountId, country } = holder;
  // Seats are given back before the number changes: its lock would block mails about seats, which hold the class lock.
  const seats = await giveBack(accountId);
  await freeNumber(tx, holder, now);
  await endAccess(tx, accountId, now);
  const event = {
    actor,
    action: 'account.release_identifier',
    subject: 'account',
    subjectId: accountId,
  } as const;
  await recordEvent(tx, { ...event, before: { country }, ...(reason && { after: { reason } }) }, now);
  return { accountId, seats };
};
