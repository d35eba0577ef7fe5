import { eq, sql } from 'drizzle-orm';
import { classes } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database.ts';
import { statement } from '../platform/statement.ts';
import { HOLDS_SEAT, holdsSeat, listOf, type Step } from './states.ts';
import { registrationEvents, registrations } from './tables.ts';
import { type MoveDetails, type Moved, move } from './transition.ts';

/*
 * The scarce thing. `classes.number` is changed here and nowhere else.
 *
 * Whoever takes or gives back a seat locks the class first and touches registrations after it, so that two who want
 * the same rows wait for each other instead of embracing: class, then group, then registrations by id. The lock is
 * the weak one (`for no key update`): new registrations refer to the class without waiting for it. Nothing else
 * happens between lock and commit that could wait for the world outside.
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
 * One statement, so that the class stays locked as short as can be. `open_class` judges by the row as it stands when
 * the lock is granted, not as it stood when the statement began. The partial unique index decides who is already
 * in; the CHECK on `number` stands behind it all.
 */
const insertSeats = statement<{ id: string; account_id: string }>(
  'take_seats',
  sql`
    with open_class as (
      select id from ${classes}
      where code = ${values.code} and published_at is not null
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
    told as (
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
  /** The class's code. */
  readonly code: string;
  /** Through which group; null: personally. */
  readonly groupId: number | null;
  readonly accountIds: readonly number[];
  /** Who does it, as the event says. */
  readonly actor: string;
}

/**
 * Takes a seat for each of the people, if the class is open to them at `now` and has room for all. Who holds a seat
 * in it already is left out: fewer seats than people come back, and the caller, who wants all or none, throws.
 */
export const takeSeats = async (tx: Tx, wanted: Wanted, now: Date): Promise<Seat[]> => {
  const rows = await insertSeats(tx, { ...wanted, now });
  return rows.map((row) => ({ registrationId: Number(row.id), accountId: Number(row.account_id) }));
};

const lockByCode = statement(
  'lock_class',
  sql`select id from ${classes} where code = ${values.code} for no key update`,
);

/**
 * For who must look at a class's seats before they change them: until the end of the transaction nobody else takes
 * one or gives one back.
 */
export const lockSeats = async (tx: Tx, code: string): Promise<void> => {
  await lockByCode(tx, { code });
};

/** Takes registrations of a class out of it by `step`; as many seats go back as were really held. */
export const giveBackSeats = async (
  tx: Tx,
  step: Extract<Step, 'cancel' | 'refuse'>,
  { classId, ids }: { classId: number; ids: readonly number[] },
  details: MoveDetails,
): Promise<Moved[]> => {
  await tx.select({ id: classes.id }).from(classes).where(eq(classes.id, classId)).for('no key update');
  const moved = await move(tx, step, ids, details);
  const seats = moved.filter(({ from }) => holdsSeat(from)).length;
  if (seats > 0) {
    await tx
      .update(classes)
      .set({ number: sql`${classes.number} - ${seats}` })
      .where(eq(classes.id, classId));
  }
  return moved;
};
