import { today } from '@portal/contract/dates';
import { inArray, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvents } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { newNumber } from '../issue/new-number.ts';
import { certificates, importedCertificates } from '../tables.ts';
import type { ImportedCertificate } from './imported-certificate.ts';

const lockHolders = async (tx: Tx, wanted: readonly ImportedCertificate[]): Promise<void> => {
  const ids = [...new Set(wanted.map(({ accountId }) => accountId))];
  await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(accounts.id)
    .for('no key update');
};

/** An expired one gives way to a valid one, as when a certificate is issued. */
const lapseExpired = async (tx: Tx, json: string, { now }: Context<Staff>): Promise<void> => {
  const day = today(now);
  await tx.execute(sql`
    update ${certificates} set state = 'lapsed', ended_at = ${now}
    from jsonb_to_recordset(${json}::jsonb) as wanted (
      "accountId" bigint, "kindId" int, "endTime" date, "isLatest" boolean)
    where ${certificates.accountId} = wanted."accountId" and ${certificates.kindId} = wanted."kindId"
      and ${certificates.state} = 'valid' and ${certificates.endTime} < ${day}::date
      and wanted."isLatest" and wanted."endTime" >= ${day}::date`);
};

/**
 * Adds certificates of another system. Nobody is written to. Returns the ids by row; left out are those whose number was
 * added before, and those of people who hold a valid one of the kind.
 */
export const addImportedCertificates = async (
  tx: Tx,
  wanted: readonly (ImportedCertificate & { readonly row: number })[],
  context: Context<Staff>,
): Promise<ReadonlyMap<number, number>> => {
  const { actor, now } = context;
  await lockHolders(tx, wanted);
  const rows = wanted.map(({ number, courseCode, ...each }) => ({
    ...{ ...each, ownNumber: number, number: newNumber(courseCode, each.issuedOn) },
  }));
  const json = JSON.stringify(rows);
  await lapseExpired(tx, json, context);
  const { rows: added } = await tx.execute<{ row: number; id: string }>(sql`
    with wanted as materialized (
      select wanted.*, coalesce(wanted."isLatest" and not exists (
          select from ${certificates} c
          where c.account_id = wanted."accountId" and c.kind_id = wanted."kindId" and c.state = 'valid'), false) as live
      from jsonb_to_recordset(${json}::jsonb) as wanted (
        row int, "accountId" bigint, "organizationId" int, "courseId" int, "kindId" int, "registrationId" bigint, number text, "ownNumber" text,
        "issuedOn" date, "endTime" date, years int, "isLatest" boolean)
      where not exists (
        select from ${importedCertificates} i
        where i.organization_id = wanted."organizationId" and i.kind_id = wanted."kindId" and i.number = wanted."ownNumber")
    ), added as (
      insert into ${certificates} (number, account_id, organization_id, course_id, kind_id, registration_id, issued_on, years, end_time,
        state, ended_at, created_at)
      select number, "accountId", "organizationId", "courseId", "kindId", "registrationId", "issuedOn", years, "endTime",
        case when live then 'valid' else 'lapsed' end, case when not live then ${now}::timestamptz end, ${now}
      from wanted where live or "endTime" < ${today(now)}::date
      returning id, number
    ), named as (
      insert into ${importedCertificates} (certificate_id, organization_id, kind_id, number, imported_at)
      select added.id, wanted."organizationId", wanted."kindId", wanted."ownNumber", ${now}
      from added join wanted using (number)
    )
    select wanted.row, added.id from added join wanted using (number)`);
  const numbers = new Map(wanted.map(({ row, number }) => [row, number]));
  const about = { actor, action: 'certificate.import', subject: 'certificate' } as const;
  const events = added.map(({ row, id }) => ({
    ...about,
    subjectId: Number(id),
    after: { registerNumber: numbers.get(row) },
  }));
  await recordEvents(tx, events, now);
  return new Map(added.map(({ row, id }) => [row, Number(id)]));
};
