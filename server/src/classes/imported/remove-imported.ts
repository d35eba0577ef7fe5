import { inArray, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import { registrations } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import { deleteUnnamed } from '../../platform/database/delete-unnamed.ts';
import type { Staff } from '../../staff/actors.ts';
import { classes } from '../tables.ts';

/** Removes imported classes of which nobody is left and which nothing else names. */
export const removeImportedClasses = async (
  tx: Tx,
  codes: readonly string[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { rows } = await tx.execute<{ id: string; code: string }>(sql`
    select id, code from ${classes}
    where code = any(array(select jsonb_array_elements_text(${JSON.stringify(codes)}::jsonb))) and imported_at is not null
      and not exists (select from ${registrations} r where r.class_id = ${classes.id})
    order by id for update`);
  const removed = await deleteUnnamed(
    tx,
    rows.map(({ id }) => Number(id)),
    (within, ids) => within.delete(classes).where(inArray(classes.id, [...ids])),
  );
  const codeOf = new Map(rows.map(({ id, code }) => [Number(id), code]));
  const about = { actor, action: 'class.remove', subject: 'class' } as const;
  await recordEvents(
    tx,
    removed.map((id) => ({ ...about, subjectId: id, before: { code: codeOf.get(id) } })),
    now,
  );
};
