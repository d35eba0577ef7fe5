import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinClassScope } from '../../staff/scope.ts';
import { certificates, renewalRequests } from '../tables.ts';

interface StaffView {
  readonly staff: Staff;
  readonly organization?: number | undefined;
}

/** The open requests, and when the oldest was sent. */
export const countWaitingRenewals = async (db: Executor, { staff, organization }: StaffView) => {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${renewalRequests.askedAt})`.mapWith(renewalRequests.askedAt),
    })
    .from(renewalRequests)
    .innerJoin(certificates, eq(certificates.id, renewalRequests.certificateId))
    .where(
      and(
        // As a literal, so that the partial index is found.
        sql`${renewalRequests.state} = 'open'`,
        withinClassScope(staff, 'renewal.review', certificates.organizationId, organization),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};
