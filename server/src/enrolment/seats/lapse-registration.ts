import { readableTime } from '@portal/contract/dates';
import { eq, type SQL, sql } from 'drizzle-orm';
import { lockAccount } from '../../accounts/queries.ts';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { type Database, type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { type BulkResult, bulkResults } from '../bulk-results.ts';
import { enrolledLetter, lapsedLetter } from '../letters.ts';
import { type LockedRegistration, lockInClass } from '../lock-registrations.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import {
  isRepeated,
  refuseUnlessDecided,
  refuseUnseen,
  type SeenRegistration,
} from '../registration-version.ts';
import { requireRegistration } from '../require-registration.ts';
import { registrations } from '../tables.ts';
import { giveBackSeats } from './seats.ts';
import { CONFIRM_WITHIN, isUnconfirmed } from './unconfirmed.ts';

/*
 * A person without a confirmed mailbox or phone keeps a seat for 48 hours only. The end is told to them when they enrol.
 * If the mail that says so left the portal late, they have 48 hours from then, but never more than 96.
 */

/** How many are found at once. */
const BATCH = 100;

/* r: registration, a: account, c: class. */
const pendingOfUnconfirmed = sql`${registrations} r
  join ${accounts} a on a.id = r.account_id
  join ${classes} c on c.id = r.class_id
  where r.state = 'pending' and ${isUnconfirmed}`;

const hasLapsed = (now: Date): SQL => {
  const before = new Date(now.getTime() - CONFIRM_WITHIN);
  return sql`r.confirm_by <= ${now} and (r.confirm_by <= ${before} or not exists (
    select from ${mails} m
    where m.account_id = r.account_id and m.template = ${enrolledLetter.template} and m.created_at >= r.created_at
      and m.data ->> 'code' = c.code and (m.state = 'queued' or m.sent_at > ${before})))`;
};

/** The registrations that have lapsed and are to be cancelled, at most `BATCH`. */
export const findLapsed = async (db: Executor, now: Date): Promise<number[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select r.id from ${pendingOfUnconfirmed} and ${hasLapsed(now)} order by r.confirm_by, r.id limit ${BATCH}`,
  );
  return rows.map(({ id }) => Number(id));
};

const isStill = async (tx: Tx, id: number, condition: SQL): Promise<boolean> => {
  const { rows } = await tx.execute(
    sql`select 1 from ${pendingOfUnconfirmed} and ${condition} and r.id = ${id}`,
  );
  return rows.length > 0;
};

/**
 * Locks account, class and registration. With the account locked, nobody can confirm the person meanwhile. Null if the
 * registration has moved to another class since it was found.
 */
const lockWithPerson = async (tx: Tx, registrationId: number): Promise<LockedRegistration | null> => {
  const [found] = await tx
    .select({ accountId: registrations.accountId, classId: registrations.classId })
    .from(registrations)
    .where(eq(registrations.id, registrationId));
  if (!found) return null;
  await lockAccount(tx, found.accountId);
  const [locked] = await lockInClass(tx, found.classId, [registrationId]);
  return locked ?? null;
};

/** The registration must be pending. */
const giveBack = async (
  tx: Tx,
  locked: LockedRegistration,
  reason: string,
  { actor, now }: Context,
): Promise<void> => {
  await giveBackSeats(tx, 'lapse', [locked], { actor, now, reason });
  await queueRegistrationMail(
    tx,
    { registrationId: locked.id },
    ({ about }) => lapsedLetter({ ...about, reason }),
    now,
  );
};

/** Returns false if it has not lapsed: decided, cancelled or confirmed meanwhile, perhaps by another server. */
export const lapseRegistration = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { now }: { now: Date },
): Promise<boolean> => {
  const locked = await lockWithPerson(tx, registrationId);
  if (!locked?.confirmBy || !(await isStill(tx, registrationId, hasLapsed(now)))) return false;
  const reason = `未於 ${readableTime(locked.confirmBy)} 前確認電子信箱`;
  await giveBack(tx, locked, reason, { actor: 'system', now });
  return true;
};

const giveBackOne = async (tx: Tx, seen: SeenRegistration, { actor, now }: Context<Staff>): Promise<void> => {
  const { registrationId } = seen;
  await requireRegistration(tx, registrationId, { actor, right: 'registration.review' });
  const locked = await lockWithPerson(tx, registrationId);
  if (!locked) {
    await refuseUnseen(tx, seen);
    throw new Refusal('review_conflict');
  }
  if (await isRepeated(tx, 'lapse', seen, actor)) return;
  if (locked.state !== 'pending') return refuseUnlessDecided('lapse', locked, seen);
  if (!(await isStill(tx, registrationId, sql`true`))) throw new Refusal('person_confirmed');
  const reason = '電子信箱與行動電話均未確認，主辦分會已釋出名額';
  await giveBack(tx, locked, reason, { actor, now });
};

/** Staff need not wait for the 48 hours. One transaction per registration; refuses confirmed people. */
export const giveBackUnconfirmed = (
  db: Database,
  asked: readonly { id: number; version: number }[],
  { actor, now }: Context<Staff>,
): Promise<BulkResult[]> =>
  bulkResults(asked, ({ id, version }) =>
    inTransaction(db, (tx) => giveBackOne(tx, { registrationId: id, version }, { actor, now })),
  );
