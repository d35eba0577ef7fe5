import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { LockedClass } from '../catalogue/lock-class.ts';
import { classes } from '../classes/tables.ts';
import { SERIALIZATION_FAILURE, type Tx } from '../platform/database/database.ts';
import { hasSeat } from './queries.ts';
import { registrations } from './tables.ts';

/*
 * The only way to lock registrations for a step: `applyStep` takes nothing else. Lock in this order to avoid deadlocks:
 * account, classes by id, registrations by id, payment, statement lines by id, refunds by id. Read what a step depends on
 * (states, fees, payments) after the locks.
 *
 * Because every step locks the class first, the states of all its registrations hold for as long as its lock: call-off,
 * postponement, edit and completion need no more. `for no key update`, unlike `for update`, does not block inserts of rows
 * that refer to the locked one. Do no external I/O between lock and commit.
 */

declare const isLocked: unique symbol;

export type LockedRegistration = typeof registrations.$inferSelect & {
  readonly class: LockedClass;
  readonly [isLocked]: true;
};

/** Makes `inTransaction` run the transaction again. */
export class MovedMeanwhile extends Error {
  readonly code = SERIALIZATION_FAILURE;
}

export const lockClasses = (tx: Tx, ids: readonly number[]): Promise<LockedClass[]> =>
  tx
    .select()
    .from(classes)
    .where(inArray(classes.id, [...ids]))
    .orderBy(asc(classes.id))
    .for('no key update');

const lockClassesOf = (tx: Tx, ids: readonly number[]): Promise<LockedClass[]> =>
  tx
    .select()
    .from(classes)
    .where(
      inArray(
        classes.id,
        tx
          .select({ id: registrations.classId })
          .from(registrations)
          .where(inArray(registrations.id, [...ids])),
      ),
    )
    .orderBy(asc(classes.id))
    .for('no key update');

const lockWithin = async (
  tx: Tx,
  locked: readonly LockedClass[],
  condition: SQL | undefined,
): Promise<LockedRegistration[]> => {
  const rows = await tx
    .select()
    .from(registrations)
    .where(condition)
    .orderBy(asc(registrations.id))
    .for('no key update');
  return rows.map((row) => {
    const ofRow = locked.find(({ id }) => id === row.classId);
    if (!ofRow) throw new MovedMeanwhile(`registration ${row.id} is in another class by now`);
    return { ...row, class: ofRow } as LockedRegistration;
  });
};

/** Returns those that exist, by id, whatever their classes. */
export const lockRegistrations = async (tx: Tx, ids: readonly number[]): Promise<LockedRegistration[]> =>
  lockWithin(tx, await lockClassesOf(tx, ids), inArray(registrations.id, [...ids]));

/** Leaves out those that are in another class. */
export const lockInClass = async (
  tx: Tx,
  classId: number,
  ids: readonly number[],
): Promise<LockedRegistration[]> =>
  lockWithin(
    tx,
    await lockClasses(tx, [classId]),
    and(inArray(registrations.id, [...ids]), eq(registrations.classId, classId)),
  );

/** Locks a registration together with the class that it moves to. */
export const lockForMove = async (
  tx: Tx,
  { id, classId, toClassId }: { id: number; classId: number; toClassId: number },
): Promise<{ registration: LockedRegistration | undefined; to: LockedClass | undefined }> => {
  const locked = await lockClasses(tx, [classId, toClassId]);
  const [registration] = await lockWithin(tx, locked, eq(registrations.id, id));
  return { registration, to: locked.find((each) => each.id === toClassId) };
};

/** Everybody who holds a seat in a locked class. */
export const lockSeatHolders = (tx: Tx, target: LockedClass): Promise<LockedRegistration[]> =>
  lockWithin(tx, [target], sql`${registrations.classId} = ${target.id} and ${hasSeat}`);
