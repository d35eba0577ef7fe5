import { sql } from 'drizzle-orm';
import { auditEvents } from '../audit/tables.ts';
import type { Executor } from '../platform/database.ts';
import { staffAccounts, staffRoles } from '../staff/tables.ts';

export interface Cashier {
  readonly staffId: number;
  /** When the person was suspended or lost the role; null for a present cashier. */
  readonly until: Date | null;
}

interface CashierRow extends Record<string, unknown> {
  readonly staffId: number;
  readonly until: string | null;
}

/** The present and former cashiers who may confirm refunds of the organisation. */
export const findCashiers = async (db: Executor, organizationId: number): Promise<Cashier[]> => {
  const holds = (organization: number | null) =>
    sql`${auditEvents.before} -> 'roles' @> ${JSON.stringify([{ role: 'cashier', organizationId: organization }])}::jsonb`;
  const { rows } = await db.execute<CashierRow>(sql`
    select r.staff_id::int as "staffId", a.suspended_at as until
    from ${staffRoles} r join ${staffAccounts} a on a.id = r.staff_id
    where r.role = 'cashier' and (r.organization_id is null or r.organization_id = ${organizationId})
    union
    select a.id::int, least(${auditEvents.at}, a.suspended_at)
    from ${auditEvents} join ${staffAccounts} a on a.id = ${auditEvents.subjectId}
    where ${auditEvents.subject} = 'staff' and ${auditEvents.action} = 'staff.change_roles'
      and (${holds(null)} or ${holds(organizationId)})`);
  return rows.map(({ staffId, until }) => ({ staffId, until: until === null ? null : new Date(until) }));
};

/** Those who were cashiers at that time or later: nobody frees a refund by removing the others. */
export const countCashiers = (cashiers: readonly Cashier[], since: Date): number =>
  new Set(cashiers.filter(({ until }) => until === null || until > since).map(({ staffId }) => staffId)).size;
