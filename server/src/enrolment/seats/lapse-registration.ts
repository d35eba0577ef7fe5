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
import { CONFIRM_WITHIN_MS, isUnconfirmed } from './unconfirmed.ts';

/*
 * A person without a confirmed mailbox or phone keeps a seat for 48 hours only, as the mail about the enrolment says. If
 * that mail was sent late, they have 48 hours from then, but at most 96 in all.
 */

/** Registrations that one query finds. */
const MAX_LAPSED = 100;

/* r: registration, a: account, c: class. */
const pendingOfUnconfirmed = sql`${registrations} r
  join ${accounts} a on a.id = r.account_id
  join ${classes} c on c.id = r.class_id
  where r.state = 'pending' and ${isUnconfirmed}`;

const hasLapsed = (now: Date): SQL => {
  const before = new Date(now.getTime() - CONFIRM_WITHIN_MS);
  return sql`r.confirm_by <= ${now} and (r.confirm_by <= ${before} or not exists (
    select from ${mails} m
    where m.account_id = r.account_id and m.template = ${enrolledLetter.template} and m.created_at >= r.created_at
      and m.data ->> 'code' = c.code and (m.state = 'queued' or m.sent_at > ${before})))`;
};

/** Returns the ids of registrations to cancel because they lapsed: at most `MAX_LAPSED`, the oldest first. */
export const findLapsed = async (db: Executor, now: Date): Promise<number[]> => {
  const { rows } = await db.execute<{ id: string }>(
    sql`select r.id from ${pendingOfUnconfirmed} and ${hasLapsed(now)} order by r.confirm_by, r.id limit ${MAX_LAPSED}`,
  );
  return rows.map(({ id }) => Number(id));
};

const isPendingUnconfirmed = async (tx: Tx, id: number, condition: SQL): Promise<boolean> => {
  const { rows } = await tx.execute(
    sql`select 1 from ${pendingOfUnconfirmed} and ${condition} and r.id = ${id}`,
  );
  return rows.length > 0;
};

/**
 * Locks account, class and registration. While the account is locked, the person cannot be confirmed. Returns null if
 * the registration has moved to another class since it was read.
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

/** Cancels the pending registration and queues the mail about it. */
const lapseLocked = async (
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

/**
 * Cancels the registration if it has lapsed. Returns false if it has not, for example because the person was
 * confirmed or another server cancelled it meanwhile.
 */
export const lapseRegistration = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { now }: { now: Date },
): Promise<boolean> => {
  const locked = await lockWithPerson(tx, registrationId);
  if (!locked?.confirmBy || !(await isPendingUnconfirmed(tx, registrationId, hasLapsed(now)))) return false;
  const reason = `未於 ${readableTime(locked.confirmBy)} 前確認電子信箱`;
  await lapseLocked(tx, locked, reason, { actor: 'system', now });
  return true;
};

const lapseUnconfirmed = async (
  tx: Tx,
  seen: SeenRegistration,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { registrationId } = seen;
  await requireRegistration(tx, registrationId, { actor, right: 'registration.review' });
  const locked = await lockWithPerson(tx, registrationId);
  if (!locked) {
    await refuseUnseen(tx, seen);
    throw new Refusal('review_conflict');
  }
  if (await isRepeated(tx, 'lapse', seen, actor)) return;
  if (locked.state !== 'pending') return refuseUnlessDecided('lapse', locked, seen);
  if (!(await isPendingUnconfirmed(tx, registrationId, sql`true`))) throw new Refusal('person_confirmed');
  const reason = '電子信箱與行動電話均未確認，主辦分會已釋出名額';
  await lapseLocked(tx, locked, reason, { actor, now });
};

/**
 * Cancels pending registrations of unconfirmed people before the 48 hours are over, each in its own transaction. The
 * result of a confirmed person is `person_confirmed`.
 */
export const giveBackUnconfirmed = (
  db: Database,
  asked: readonly { id: number; version: number }[],
  { actor, now }: Context<Staff>,
): Promise<BulkResult[]> =>
  bulkResults(asked, ({ id, version }) =>
    inTransaction(db, (tx) => lapseUnconfirmed(tx, { registrationId: id, version }, { actor, now })),
  );
