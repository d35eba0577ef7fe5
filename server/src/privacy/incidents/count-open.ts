import { and, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { HANDLE } from '../requests/find-request.ts';
import { incidents } from '../tables.ts';

interface StaffView {
  readonly staff: Staff;
  readonly organization?: number | undefined;
}

/** The incidents that are not closed, and when the oldest was stored. */
export const countOpenIncidents = async (db: Executor, { staff, organization }: StaffView) => {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${incidents.createdAt})`.mapWith(incidents.createdAt),
    })
    .from(incidents)
    .where(
      and(
        sql`${incidents.state} <> 'closed'`,
        withinScope(staff, HANDLE, incidents.organizationId, organization),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};
