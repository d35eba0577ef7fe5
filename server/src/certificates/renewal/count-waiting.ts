import { and, eq, sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinClassScope } from '../../staff/scope.ts';
import { certificates, renewalInquiries, renewalRequests } from '../tables.ts';

interface StaffView {
  readonly staff: Staff;
  readonly organization?: number | undefined;
}

/** The open requests that staff can decide, and when the oldest was sent. Not those that wait for the person. */
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
        // The state is a literal, so that PostgreSQL uses the partial index.
        sql`${renewalRequests.state} = 'open'`,
        sql`not exists (select from ${renewalInquiries} i
          where i.request_id = ${renewalRequests.id} and i.answered_at is null)`,
        withinClassScope(staff, 'renewal.review', certificates.organizationId, organization),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};
