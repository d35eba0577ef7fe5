import { asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { organizations } from '../tables.ts';

const classesBefore = (now: Date): SQL<number> => sql`(select count(*)::int from classes c
  where c.organization_id = organizations.id
    and (c.publish_at is not null
      or c.state in ('published', 'closed') and coalesce(c.end_time, c.start_time) > ${now}))`;

const DRAFT_COUNT: SQL<number> = sql`(select count(*)::int from classes c
  where c.organization_id = organizations.id and c.state = 'draft' and c.publish_at is null)`;
const BANK_ACCOUNTS: SQL<number> = sql`(select count(*)::int from bank_accounts b
  where b.organization_id = organizations.id and b.closed_at is null)`;
const STAFF_COUNT: SQL<number> = sql`(select count(distinct r.staff_id)::int from staff_roles r
  where r.organization_id = organizations.id)`;
const PEOPLE_COUNT: SQL<number> = sql`(select count(*)::int from accounts a
  where a.organization_id = organizations.id)`;
const VERSION: SQL<number> = sql`coalesce((select max(e.id) from audit_events e where e.subject = 'organization'
  and e.subject_id = organizations.id and e.action = 'organization.edit'), 0)::float`;

/** Finds the organisations whose settings the reader may read. */
export const findOrganizationRows = (db: Executor, { actor, now }: Context<Staff>) =>
  db
    .select({
      organization: organizations,
      version: VERSION,
      classes: classesBefore(now),
      drafts: DRAFT_COUNT,
      bankAccounts: BANK_ACCOUNTS,
      staff: STAFF_COUNT,
      people: PEOPLE_COUNT,
    })
    .from(organizations)
    .where(withinScope(actor, 'settings.read', organizations.id))
    .orderBy(asc(organizations.position), asc(organizations.id));

/** The organisations that new classes and people may have. Closed ones keep their present classes and people. */
export const openOrganizations = (db: Executor) =>
  db
    .select({ id: organizations.id, name: organizations.name })
    .from(organizations)
    .where(isNull(organizations.closedAt))
    .orderBy(asc(organizations.position), asc(organizations.id));

export const countClassesBefore = async (tx: Tx, id: number, now: Date): Promise<number> => {
  const [found] = await tx
    .select({ classes: classesBefore(now) })
    .from(organizations)
    .where(eq(organizations.id, id));
  return found?.classes ?? 0;
};

/** Throws `not_found`. */
export const lockOrganization = async (tx: Tx, id: number) => {
  const [found] = await tx.select().from(organizations).where(eq(organizations.id, id)).for('no key update');
  if (!found) throw new Refusal('not_found');
  return found;
};

/** Locks the organisation, so that nobody closes it before the transaction ends. */
export const refuseClosedOrganization = async (tx: Tx, id: number): Promise<void> => {
  const [found] = await tx
    .select({ name: organizations.name, closedAt: organizations.closedAt })
    .from(organizations)
    .where(eq(organizations.id, id))
    .for('share');
  if (found?.closedAt) throw new Refusal('organization_closed', { values: { name: found.name } });
};
