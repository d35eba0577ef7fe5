import { and, eq, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import type { Executor } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { privacyRequests } from '../tables.ts';
import { HANDLE } from './find-request.ts';

interface StaffView {
  readonly staff: Staff;
  readonly organization?: number | undefined;
}

/** The open requests, and when the oldest arrived. */
export const countWaitingRequests = async (db: Executor, { staff, organization }: StaffView) => {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      oldestAt: sql<Date | null>`min(${privacyRequests.requestedAt})`.mapWith(privacyRequests.requestedAt),
    })
    .from(privacyRequests)
    .innerJoin(accounts, eq(accounts.id, privacyRequests.accountId))
    .where(
      and(
        // The state is a literal, so that PostgreSQL uses the partial index.
        sql`${privacyRequests.state} = 'requested'`,
        withinScope(staff, HANDLE, accounts.organizationId, organization),
      ),
    );
  return found ?? { count: 0, oldestAt: null };
};
