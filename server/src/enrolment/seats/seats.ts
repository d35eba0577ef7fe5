import { and, eq, lt, sql } from 'drizzle-orm';
import { type Actor, actorName, type Context } from '../../audit/actor.ts';
import { isPublic } from '../../classes/states.ts';
import { classes } from '../../classes/tables.ts';
import { type CancelledCharges, cancelCharges } from '../../money/cancel-charges.ts';
import type { Tx } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { Refusal } from '../../platform/errors.ts';
import { applyStep, type ChangedRegistration, type StepDetails } from '../apply-step.ts';
import type { LockedRegistration } from '../lock-registrations.ts';
import { recordRegistrationEvents } from '../record-registration-events.ts';
import type { MoveStep } from '../rules.ts';
import { hasCharges, holdsSeat, type Step } from '../states.ts';
import { registrationEvents, registrations, seatStates } from '../tables.ts';

/* Only this file changes `classes.number`. `lock-registrations.ts` says in which order to lock. */

const values = {
  code: sql.placeholder('code'),
  groupId: sql`${sql.placeholder('groupId')}::bigint`,
  accountIds: sql`${sql.placeholder('accountIds')}::bigint[]`,
  actors: sql`${sql.placeholder('actors')}::text[]`,
  now: sql`${sql.placeholder('now')}::timestamptz`,
  confirmBy: sql`${sql.placeholder('confirmBy')}::timestamptz[]`,
  networks: sql`${sql.placeholder('networks')}::text[]`,
};

/*
 * One statement keeps the lock short. PostgreSQL checks the conditions of `open_class` again after waiting for
 * the lock. The partial unique index skips people who hold a seat.
 */
const insertSeats = statement<{ id: string; account_id: string }>(
  'take_seats',
  sql`
    with open_class as (
      select id, limit_number - number as free from ${classes}
      where code = ${values.code} and state = 'published'
        and ${values.now} < start_time
        and (apply_from is null or apply_from <= ${values.now})
        and (apply_until is null or ${values.now} < apply_until)
        and case when ${values.groupId} is null then personal_allow
            else group_allow and (group_id is null or group_id = ${values.groupId}) end
        and number + case when ${values.groupId} is null then 1 else cardinality(${values.accountIds}) end
            <= limit_number
      for no key update
    ),
    wanted as (
      select * from unnest(${values.accountIds}, ${values.confirmBy}, ${values.networks}, ${values.actors})
        with ordinality as person (account_id, confirm_by, network, actor, place)
    ),
    seats as (
      insert into ${registrations} (class_id, account_id, group_id, state, created_at, updated_at, confirm_by, network)
      select open_class.id, wanted.account_id, ${values.groupId}, 'pending', ${values.now}, ${values.now},
        wanted.confirm_by, wanted.network
      from open_class join wanted on wanted.place <= open_class.free
      order by wanted.place
      on conflict (class_id, account_id) where state in ${seatStates} do nothing
      returning id, class_id, account_id
    ),
    counted as (
      update ${classes} set number = number + (select count(*) from seats)
      where id = (select class_id from seats limit 1)
    ),
    recorded as (
      insert into ${registrationEvents} (registration_id, at, actor, action, to_state)
      select seats.id, ${values.now}, wanted.actor, 'registration.enrol', 'pending'
      from seats join wanted using (account_id)
      order by wanted.place
    )
    select id, account_id from seats order by account_id`,
);

interface Seat {
  readonly registrationId: number;
  readonly accountId: number;
}

interface SeatRequest {
  readonly accountId: number;
  readonly actor: Actor;
  /** When the registration lapses if the person is still unconfirmed; by default never. */
  readonly confirmBy?: Date | null;
  /** The tag of the caller's network, from `networkTag`. */
  readonly network?: string | undefined;
}

interface SeatsRequest {
  readonly code: string;
  /** The people of a group get a seat each, or none. Without a group, the first ones get seats while some are free. */
  readonly groupId: number | null;
  /** No person may be given twice. */
  readonly people: readonly SeatRequest[];
}

/**
 * Takes seats for people who hold none. Takes none if the class takes no registrations now. The caller must roll back if
 * only some people of a group got one.
 */
export const takeSeats = async (
  tx: Tx,
  { code, groupId, people }: SeatsRequest,
  now: Date,
): Promise<Seat[]> => {
  // The people of a group are sorted in the order in which all locks of people are taken.
  const ordered = groupId === null ? people : people.toSorted((a, b) => a.accountId - b.accountId);
  const rows = await insertSeats(tx, {
    ...{ code, groupId, now },
    accountIds: ordered.map(({ accountId }) => accountId),
    actors: ordered.map(({ actor }) => actorName(actor)),
    confirmBy: ordered.map(({ confirmBy = null }) => confirmBy),
    networks: ordered.map(({ network = null }) => network),
  });
  return rows.map((row) => ({ registrationId: Number(row.id), accountId: Number(row.account_id) }));
};

export const lockClassByCode = statement(
  'lock_class',
  sql`select id from ${classes} where code = ${values.code} for no key update`,
);

/** A registration whose seat was given back, with what became of its money. */
export type ReleasedSeat = ChangedRegistration & CancelledCharges;

interface GiveBackDetails extends StepDetails {
  /** Why money goes back, for staff; by default the reason. */
  readonly refundReason?: string;
}

/**
 * Applies the step to the registrations whose state allows it, gives back the seats that they held, and cancels what
 * they owe: received money becomes refunds due. Returns the changed registrations.
 */
export const giveBackSeats = async (
  tx: Tx,
  step: Extract<Step, 'cancel' | 'cancel_by_staff' | 'cancel_after_postponement' | 'lapse' | 'reject'>,
  locked: readonly LockedRegistration[],
  { refundReason, ...details }: GiveBackDetails,
): Promise<ReleasedSeat[]> => {
  const changed = await applyStep(tx, step, locked, details);
  const seats = changed.filter(({ from }) => holdsSeat(from));
  for (const [classId, held] of Map.groupBy(seats, (seat) => seat.classId)) {
    await tx
      .update(classes)
      .set({ number: sql`${classes.number} - ${held.length}` })
      .where(eq(classes.id, classId));
  }
  const reason = refundReason ?? details.reason ?? '學員取消報名';
  const approved = changed.filter(({ from }) => hasCharges(from)).map(({ id }) => id);
  const cancelled = await cancelCharges(tx, approved, { reason }, details);
  return changed.map((each) => ({ ...each, ...(cancelled.get(each.id) ?? { refund: 0, owed: 0 }) }));
};

/** Adds 1 to the `number` of a locked class. Throws if the class is full. */
const addSeat = async (tx: Tx, classId: number): Promise<void> => {
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
  locked: LockedRegistration,
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  try {
    return await applyStep(tx, step, [locked], details);
  } catch (error) {
    if (violatedConstraint(error) === 'registrations_one_seat') throw new Refusal('person_holds_seat');
    throw error;
  }
};

/**
 * Reopens a rejected registration. Returns an empty list if it is no longer rejected. Throws if the class is not
 * public or full, or if the person holds another seat in it.
 */
export const takeSeatAgain = async (
  tx: Tx,
  locked: LockedRegistration,
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  if (!isPublic(locked.class.state)) throw new Refusal('review_without_class');
  const changed = await applySeatStep(tx, 'reopen', locked, details);
  if (changed.length > 0) await addSeat(tx, locked.classId);
  return changed;
};

interface SeatForPerson {
  /** The class must be locked. */
  readonly classId: number;
  readonly accountId: number;
  readonly note: string | null;
}

/**
 * Enrols the person without checking the enrolment period or `personalAllow`. Returns the id of the registration.
 * Throws if the class is full or the person holds a seat in it.
 */
export const takeSeatForPerson = async (
  tx: Tx,
  { classId, accountId, note }: SeatForPerson,
  { actor, now }: Context,
): Promise<number> => {
  const [seat] = await tx
    .insert(registrations)
    .values({ classId, accountId, state: 'pending', createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: registrations.id });
  if (!seat) throw new Refusal('person_holds_seat');
  await addSeat(tx, classId);
  const event = { registrationId: seat.id, fromState: null, toState: 'pending', note } as const;
  await recordRegistrationEvents(tx, 'registration.enrol', [event], { actor, now });
  return seat.id;
};

interface Transfer {
  readonly locked: LockedRegistration;
  /** The id of a locked class. */
  readonly to: number;
  readonly step: MoveStep;
}

/** Moves a seat to another class. Returns an empty list if the state of the registration does not allow the step. */
export const transferSeat = async (
  tx: Tx,
  { locked, to, step }: Transfer,
  details: StepDetails,
): Promise<ChangedRegistration[]> => {
  const changed = await applySeatStep(tx, step, locked, { ...details, toClass: to });
  if (changed.length === 0) return [];
  await addSeat(tx, to);
  await tx
    .update(classes)
    .set({ number: sql`${classes.number} - 1` })
    .where(eq(classes.id, locked.classId));
  return changed;
};
