import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import { type Actor, actorName, type Circumstances } from '../audit/actor.ts';
import { isPublic } from '../catalogue/states.ts';
import { classes } from '../catalogue/tables.ts';
import { type Tx, violatedConstraint } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { statement } from '../platform/statement.ts';
import { refundPartialPayments } from './refund-partial-payments.ts';
import type { MoveStep } from './rules.ts';
import { HOLDS_SEAT, holdsSeat, listOf, type Step } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';
import { applyStep, type ChangedRegistration, type StepDetails } from './transition.ts';

/*
 * Only this file changes `classes.number`. Lock in this order to avoid deadlocks: class, group, registrations
 * by id. `for no key update` does not block inserts of registrations. Do no external I/O between lock and commit.
 */

const values = {
  code: sql.placeholder('code'),
  groupId: sql`${sql.placeholder('groupId')}::bigint`,
  accountIds: sql`${sql.placeholder('accountIds')}::bigint[]`,
  actor: sql`${sql.placeholder('actor')}::text`,
  now: sql`${sql.placeholder('now')}::timestamptz`,
};

const liveStates = sql.raw(listOf(HOLDS_SEAT));

/*
 * One statement keeps the lock short. PostgreSQL checks the conditions of `open_class` again after waiting for
 * the lock. The partial unique index skips people who hold a seat.
 */
const insertSeats = statement<{ id: string; account_id: string }>(
  'take_seats',
  sql`
    with open_class as (
      select id from ${classes}
      where code = ${values.code} and state = 'published'
        and ${values.now} < start_time
        and (apply_from is null or apply_from <= ${values.now})
        and (apply_until is null or ${values.now} < apply_until)
        and case when ${values.groupId} is null then personal_allow
            else group_allow and (group_id is null or group_id = ${values.groupId}) end
        and number + cardinality(${values.accountIds}) <= limit_number
      for no key update
    ),
    seats as (
      insert into ${registrations} (class_id, account_id, group_id, state, created_at, updated_at)
      select open_class.id, person, ${values.groupId}, 'pending', ${values.now}, ${values.now}
      from open_class, unnest(${values.accountIds}) as person
      order by person
      on conflict (class_id, account_id) where state in ${liveStates} do nothing
      returning id, class_id, account_id
    ),
    counted as (
      update ${classes} set number = number + (select count(*) from seats)
      where id = (select class_id from seats limit 1)
    ),
    recorded as (
      insert into ${registrationEvents} (registration_id, at, actor, action, to_state)
      select id, ${values.now}, ${values.actor}, 'registration.enrol', 'pending' from seats
    )
    select id, account_id from seats`,
);

interface Seat {
  readonly registrationId: number;
  readonly accountId: number;
}

interface Wanted {
  readonly code: string;
  readonly groupId: number | null;
  readonly accountIds: readonly number[];
  readonly actor: Actor;
}

/** Skips people who hold a seat. The caller must roll back if it gets fewer seats than people. */
export const takeSeats = async (tx: Tx, wanted: Wanted, now: Date): Promise<Seat[]> => {
  const rows = await insertSeats(tx, { ...wanted, actor: actorName(wanted.actor), now });
  return rows.map((row) => ({ registrationId: Number(row.id), accountId: Number(row.account_id) }));
};

const lockByCode = statement(
  'lock_class',
  sql`select id from ${classes} where code = ${values.code} for no key update`,
);

export const lockSeats = async (tx: Tx, code: string): Promise<void> => {
  await lockByCode(tx, { code });
};

/** Locks in id order, which avoids deadlocks. */
export const lockClasses = (tx: Tx, ids: readonly number[]) =>
  tx
    .select()
    .from(classes)
    .where(inArray(classes.id, [...ids]))
    .orderBy(asc(classes.id))
    .for('no key update');

export const giveBackSeats = async (
  tx: Tx,
  step: Extract<Step, 'cancel' | 'cancel_by_staff' | 'cancel_postponed' | 'refuse'>,
  { classId, ids }: { classId: number; ids: readonly number[] },
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  await lockClasses(tx, [classId]);
  // Skips registrations that have moved to another class.
  const changed = await applyStep(tx, step, ids, { ...details, inClass: classId });
  const seats = changed.filter(({ from }) => holdsSeat(from)).length;
  if (seats > 0) {
    await tx
      .update(classes)
      .set({ number: sql`${classes.number} - ${seats}` })
      .where(eq(classes.id, classId));
  }
  const unconfirmed = changed.filter(({ from }) => from === 'unpaid' || from === 'reported');
  await refundPartialPayments(
    tx,
    unconfirmed.map(({ id }) => id),
    details,
  );
  return changed;
};

/** The class must be locked. */
const countSeat = async (tx: Tx, classId: number): Promise<void> => {
  const counted = await tx
    .update(classes)
    .set({ number: sql`${classes.number} + 1` })
    .where(and(eq(classes.id, classId), lt(classes.number, classes.limitNumber)))
    .returning({ id: classes.id });
  if (counted.length === 0) throw new Refusal('staff_class_full');
};

/** Throws if the step would give the person a second seat in the class. */
const applySeatStep = async (
  tx: Tx,
  step: Step,
  id: number,
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  try {
    return await applyStep(tx, step, [id], details);
  } catch (error) {
    if (violatedConstraint(error) === 'registrations_one_seat') throw new Refusal('person_holds_seat');
    throw error;
  }
};

/** Returns an empty list if the registration is no longer rejected. */
export const takeSeatAgain = async (
  tx: Tx,
  { classId, id }: { classId: number; id: number },
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  const [opening] = await lockClasses(tx, [classId]);
  if (!opening || !isPublic(opening.state)) throw new Refusal('review_without_class');
  const changed = await applySeatStep(tx, 'reopen', id, { ...details, inClass: classId });
  if (changed.length > 0) await countSeat(tx, classId);
  return changed;
};

interface SeatForPerson {
  /** Must be locked. */
  readonly classId: number;
  readonly accountId: number;
  readonly note: string | null;
}

/** Checks neither the enrolment period nor `personalAllow`. Returns the registration's id. */
export const takeSeatForPerson = async (
  tx: Tx,
  { classId, accountId, note }: SeatForPerson,
  { actor, now }: Circumstances,
): Promise<number> => {
  const [seat] = await tx
    .insert(registrations)
    .values({ classId, accountId, state: 'pending', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: registrations.id });
  if (!seat) throw new Refusal('person_holds_seat');
  await countSeat(tx, classId);
  await tx.insert(registrationEvents).values({
    ...{ registrationId: seat.id, at: now, actor: actorName(actor) },
    ...{ action: 'registration.enrol', toState: 'pending', note },
  });
  return seat.id;
};

interface Transfer {
  readonly id: number;
  /** Ids of two locked classes. */
  readonly from: number;
  readonly to: number;
  readonly step: MoveStep;
}

/** Returns an empty list if the registration's state or class has changed. */
export const transferSeat = async (
  tx: Tx,
  { id, from, to, step }: Transfer,
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  const changed = await applySeatStep(tx, step, id, { ...details, inClass: from, toClass: to });
  if (changed.length === 0) return [];
  await countSeat(tx, to);
  await tx
    .update(classes)
    .set({ number: sql`${classes.number} - 1` })
    .where(eq(classes.id, from));
  return changed;
};
