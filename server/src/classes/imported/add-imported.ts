import { sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { classes } from '../tables.ts';

/** A class that another system held. */
interface ImportedClass {
  readonly code: string;
  readonly courseId: number;
  readonly organizationId: number;
  /** Days. */
  readonly startOn: string;
  readonly endOn: string;
  readonly hours: number | null;
  readonly place: string | null;
}

const UNKNOWN_TEXT = '（未記載）';

/**
 * Adds classes as completed ones; their seats are added with the people. Returns the ids of all by code; left out are
 * codes of classes that were not imported.
 */
export const addImportedClasses = async (
  tx: Tx,
  wanted: readonly ImportedClass[],
  { actor, now }: Context<Staff>,
): Promise<ReadonlyMap<string, number>> => {
  const byCode = new Map(wanted.map((each) => [each.code, each]));
  const json = JSON.stringify([...byCode.values()]);
  const { rows: added } = await tx.execute<{ id: string; code: string }>(sql`
    insert into ${classes} (code, organization_id, course_id, start_time, end_time, limit_number, place, contact_name,
      contact_phone, personal_allow, group_allow, fee, hours, published_at, state, imported_at, created_at)
    select wanted.code, wanted."organizationId", wanted."courseId",
      (wanted."startOn" + time '09:00') at time zone 'Asia/Taipei', (wanted."endOn" + time '17:00') at time zone 'Asia/Taipei',
      1, coalesce(wanted.place, ${UNKNOWN_TEXT}), o.name, ${UNKNOWN_TEXT}, true, false, 0, wanted.hours,
      (wanted."startOn" + time '09:00') at time zone 'Asia/Taipei', 'completed', ${now}, ${now}
    from jsonb_to_recordset(${json}::jsonb) as wanted (
      code text, "organizationId" int, "courseId" int, "startOn" date, "endOn" date, hours int, place text)
    join ${organizations} o on o.id = wanted."organizationId"
    order by wanted.code
    on conflict do nothing returning id, code`);
  const events = added.map(
    ({ id, code }) =>
      ({ actor, action: 'class.import', subject: 'class', subjectId: Number(id), after: { code } }) as const,
  );
  await recordEvents(tx, events, now);
  const { rows } = await tx.execute<{ id: string; code: string }>(sql`
    select ${classes.id}, wanted.code from ${classes}
    join jsonb_to_recordset(${json}::jsonb) as wanted (code text) on lower(${classes.code}) = lower(wanted.code)
    where ${classes.importedAt} is not null
    order by ${classes.id} for no key update of classes`);
  return new Map(rows.map(({ id, code }) => [code, Number(id)]));
};
