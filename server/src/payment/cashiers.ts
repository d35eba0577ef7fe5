import { type SQL, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { staffAccounts, staffFormerRoles, staffRoles } from '../staff/tables.ts';

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
  const isCashier = (roles: SQL) =>
    sql`${roles}.role = 'cashier' and (${roles}.organization_id is null or ${roles}.organization_id = ${organizationId})`;
  const { rows } = await db.execute<CashierRow>(sql`
    select r.staff_id::int as "staffId", a.suspended_at as until
    from ${staffRoles} r join ${staffAccounts} a on a.id = r.staff_id
    where ${isCashier(sql`r`)}
    union
    select a.id::int, least(f.until, a.suspended_at)
    from ${staffFormerRoles} f join ${staffAccounts} a on a.id = f.staff_id
    where ${isCashier(sql`f`)}`);
  return rows.map(({ staffId, until }) => ({ staffId, until: until === null ? null : new Date(until) }));
};

/** Counts people who were cashiers at that time or later, so that nobody frees a refund by removing the others. */
export const countCashiers = (cashiers: readonly Cashier[], since: Date): number =>
  new Set(cashiers.filter(({ until }) => until === null || until > since).map(({ staffId }) => staffId)).size;
