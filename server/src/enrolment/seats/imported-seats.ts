import { inArray, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import { classes } from '../../classes/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteUnnamed } from '../../platform/database/delete-unnamed.ts';
import type { Staff } from '../../staff/actors.ts';
import { registrations, seatStates } from '../tables.ts';

/* People in classes of another system. Their registrations are confirmed and free and have a result. */

interface ImportedSeat {
  readonly row: number;
  readonly classId: number;
  readonly accountId: number;
  /** 1 pass, 2 fail. */
  readonly result: 1 | 2;
  /** The attendance as the file says it. It is written to the event. */
  readonly attendance: string | null;
}

/**
 * Returns the ids of the registrations by row, without people who are in the class already. The events are in the audit
 * log alone, because those of registrations cannot be removed. The classes must be locked.
 */
export const addImportedSeats = async (
  tx: Tx,
  seats: readonly ImportedSeat[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<number, number>> => {
  const { rows } = await tx.execute<{ row: number; id: string }>(sql`
    with wanted as materialized (
      select wanted.*, c.start_time
      from jsonb_to_recordset(${JSON.stringify(seats)}::jsonb) as wanted (
        row int, "classId" bigint, "accountId" bigint, result int)
      join ${classes} c on c.id = wanted."classId"
    ), added as (
      insert into ${registrations} (class_id, account_id, state, fee, result, created_at, updated_at)
      select "classId", "accountId", 'confirmed', 0, result, start_time, ${now} from wanted
      order by "classId", "accountId"
      on conflict (class_id, account_id) where state in ${seatStates} do nothing
      returning id, class_id, account_id
    ), counted as (
      update ${classes} set number = number + more.n, limit_number = greatest(limit_number, number + more.n)
      from (select class_id, count(*)::int as n from added group by class_id) more
      where classes.id = more.class_id
    )
    select wanted.row, added.id from added
    join wanted on wanted."classId" = added.class_id and wanted."accountId" = added.account_id`);
  const made = new Map(rows.map(({ row, id }) => [row, Number(id)]));
  const events = seats.flatMap(({ row, result, attendance }) => {
    const subjectId = made.get(row);
    if (subjectId === undefined) return [];
    const after = { result, ...(attendance && { attendance }) };
    return [{ actor, action: 'registration.import', subject: 'registration', subjectId, after } as const];
  });
  await recordEvents(tx, events, now);
  return made;
};

/** Removes registrations that no other row names. Returns the removed ones. Remove their scores and results before. */
export const removeImportedSeats = async (
  tx: Tx,
  ids: readonly number[],
  deleteResults: (tx: Tx, ids: readonly number[]) => Promise<void>,
  { actor, now }: Context<Staff>,
): Promise<ReadonlySet<number>> => {
  const removed = await deleteUnnamed(tx, ids, async (within, some) => {
    await deleteResults(within, some);
    await within.execute(sql`
      with removed as (
        delete from ${registrations} where ${inArray(registrations.id, [...some])} returning class_id
      )
      update ${classes} set number = number - fewer.n
      from (select class_id, count(*)::int as n from removed group by class_id) fewer
      where classes.id = fewer.class_id`);
  });
  const about = { actor, action: 'registration.remove', subject: 'registration' } as const;
  await recordEvents(
    tx,
    removed.map((id) => ({ ...about, subjectId: id })),
    now,
  );
  return new Set(removed);
};
