import { today } from '@portal/contract/dates';
import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { certificates, importedCertificates } from '../../certificates/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrations, seatStates } from '../../enrolment/tables.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { isIn } from '../chunks.ts';
import { personOfRow } from '../people-of-file.ts';
import { storeVerdicts } from '../store-verdicts.ts';
import { importRows } from '../tables.ts';
import type { ChunkOfImport } from '../work.ts';
import { judgePast } from './rules.ts';

const ofFile = (field: string): SQL => sql`${importRows.data} ->> ${sql.raw(`'${field}'`)}`;
const ofCertificate = (field: string): SQL =>
  sql`${importRows.data} -> 'certificate' ->> ${sql.raw(`'${field}'`)}`;

const isSame = sql`c.course_id = (${ofFile('courseId')})::int and c.organization_id = (${ofFile('organizationId')})::int
  and (c.start_time at time zone 'Asia/Taipei')::date = (${ofFile('startOn')})::date
  and (c.end_time at time zone 'Asia/Taipei')::date = (${ofFile('endOn')})::date`;

const certificateObstacle = (day: string): SQL => sql`case
  when ${ofCertificate('number')} is null then null
  when exists (
    select from ${importedCertificates} i where i.organization_id = (${ofFile('organizationId')})::int
      and i.kind_id = (${ofCertificate('kindId')})::int and i.number = ${ofCertificate('number')}) then 'known'
  when (${ofCertificate('endTime')})::date >= ${day}::date and exists (
    select from ${certificates} x where x.account_id = person.id and x.kind_id = (${ofCertificate('kindId')})::int
      and x.state = 'valid' and x.end_time >= ${day}::date) then 'live' end`;

type Compared = Parameters<typeof judgePast>[0] & { readonly row: number };

/** Compares people in past classes with the classes of the portal, and stores the verdicts. */
export const comparePast = async (
  tx: Tx,
  { importId, chunk }: ChunkOfImport,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { rows } = await tx.execute<{ [K in keyof Compared]: Compared[K] }>(sql`
    select ${importRows.row}, ${importRows.problem}, ${ofFile('code')} as code, ${ofFile('identity')} as identity,
      ${ofFile('chineseName')} as "chineseName", person.matches, person.name, person.suspended,
      case when c.id is not null then json_build_object('isImported', c.imported_at is not null,
        'isSame', coalesce(${isSame}, false)) end as known,
      exists (select from ${registrations} r where r.class_id = c.id and r.account_id = person.id
        and r.state in ${seatStates}) as "isIn",
      ${certificateObstacle(today(now))} as certificate
    from ${importRows} cross join ${personOfRow(actor)}
    left join ${classes} c on lower(c.code) = lower(${ofFile('code')})
    where ${importRows.importId} = ${importId} and ${isIn(chunk)} and ${importRows.data} is not null`);
  await storeVerdicts(
    tx,
    importId,
    rows.map((row) => ({ row: row.row, ...judgePast(row) })),
  );
};
