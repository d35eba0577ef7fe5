import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import { auditEvents } from '../../audit/tables.ts';
import { findVersion } from '../../audit/version.ts';
import { organizations } from '../../catalogue/tables.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { may } from '../../staff/policy.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { HANDLE } from '../requests/find-request.ts';
import { INCIDENT_STEPS } from '../states.ts';
import { incidents } from '../tables.ts';
import { affectedRows } from './affected-person.ts';
import { type FileRow, fileName } from './find-sources.ts';

/** Whether the account `a` has a confirmed mailbox. */
export const hasMailbox = sql`(a.email is not null and a.email_confirmed_at is not null)`;

const countPeople = (condition: SQL): SQL<number> => sql<number>`(
  select count(*)::int from ${affectedRows}
  where p.incident_id = incidents.id and a.erased_at is null and ${condition})`;

const readIncident = async (db: Executor, id: number) => {
  const [found] = await db
    .select({
      ...getTableColumns(incidents),
      organization: organizations.name,
      staffName: staffAccounts.name,
      file: sql<FileRow | null>`(
        select json_build_object('id', e.id, 'at', e.at, 'staff', s.name, 'action', e.action, 'name', ${fileName})
        from ${auditEvents} e join ${staffAccounts} s on e.actor = 'staff:' || s.id where e.id = ${incidents.eventId})`,
      people: countPeople(sql`true`),
      mailed: countPeople(sql`p.mailed_at is not null`),
      toMail: countPeople(sql`p.mailed_at is null and ${hasMailbox}`),
      onPaper: countPeople(sql`p.mailed_at is null and not ${hasMailbox}`),
    })
    .from(incidents)
    .leftJoin(organizations, eq(organizations.id, incidents.organizationId))
    .leftJoin(staffAccounts, eq(staffAccounts.id, incidents.staffId))
    .where(eq(incidents.id, id));
  return found;
};

export type FoundIncident = NonNullable<Awaited<ReturnType<typeof readIncident>>>;

/** Refuses an incident of another organisation like one that does not exist. */
export const findIncident = async (db: Executor, id: number, actor: Staff): Promise<FoundIncident> => {
  const found = await readIncident(db, id);
  if (!found || !may(actor, HANDLE, found.organizationId)) throw new Refusal('not_found');
  return found;
};

export const lockIncident = async (tx: Tx, id: number, actor: Staff): Promise<FoundIncident> => {
  await tx.select({ id: incidents.id }).from(incidents).where(eq(incidents.id, id)).for('no key update');
  return findIncident(tx, id, actor);
};

const actions = ['incident.create', ...Object.values(INCIDENT_STEPS).map(({ action }) => action)] as const;

export const versionedIncident = (id: number) => ({ subject: 'incident', id, actions }) as const;

export const findIncidentVersion = (db: Executor, id: number): Promise<number> =>
  findVersion(db, versionedIncident(id));
