import { findContacts } from '../../accounts/people/contacts.ts';
import { lockAccounts } from '../../accounts/queries.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { countPending, findPeopleWithLapsedSeat } from '../queries.ts';

/** The pending registrations that an unconfirmed person may have, so that throw-away accounts cannot fill a class. */
const MAX_UNCONFIRMED_PENDING = 2;

/** Another transaction holds the lock of the account. The enrolment succeeds later, or without others in its transaction. */
export class AccountLocked extends Error {}

/** Finds the unconfirmed people whose seat lapsed or who have too many pending registrations. All must be unconfirmed. */
const findUnconfirmedRefusals = async (
  db: Executor,
  accountIds: readonly number[],
): Promise<Map<number, Refusal>> => {
  const [lapsed, pending] = await Promise.all([
    findPeopleWithLapsedSeat(db, accountIds),
    countPending(db, accountIds),
  ]);
  const refusalOf = (id: number): Refusal | null => {
    if (lapsed.has(id)) return new Refusal('seat_lapsed');
    if ((pending.get(id) ?? 0) < MAX_UNCONFIRMED_PENDING) return null;
    return new Refusal('email_unconfirmed', { values: { n: MAX_UNCONFIRMED_PENDING } });
  };
  const refusals = new Map<number, Refusal>();
  for (const id of accountIds) {
    const refusal = refusalOf(id);
    if (refusal) refusals.set(id, refusal);
  }
  return refusals;
};

/** Throws `seat_lapsed` or `email_unconfirmed`. Does nothing if the person is confirmed. */
export const refuseOverLimitUnlessConfirmed = async (db: Executor, accountId: number): Promise<void> => {
  const [person] = await findContacts(db, [accountId]);
  if (!person || person.isConfirmed) return;
  const refusal = (await findUnconfirmedRefusals(db, [accountId])).get(accountId);
  if (refusal) throw refusal;
};

/**
 * Locks the accounts before the class, so that simultaneous enrolments of one person count each other. Returns the
 * outcomes of people who get no seat. Waits for a lock only if `mayWait` is set.
 */
export const checkUnconfirmed = async (
  tx: Tx,
  accountIds: readonly number[],
  { mayWait }: { mayWait: boolean },
): Promise<Map<number, Error>> => {
  if (accountIds.length === 0) return new Map();
  const locked = await lockAccounts(tx, accountIds, { skipLocked: !mayWait });
  const refusals: Map<number, Error> = await findUnconfirmedRefusals(tx, locked);
  for (const id of accountIds) if (!locked.includes(id)) refusals.set(id, new AccountLocked());
  return refusals;
};
