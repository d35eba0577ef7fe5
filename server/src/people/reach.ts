import type { Right } from '@portal/contract/rights';
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { withinScope } from '../staff/scope.ts';

/** The person belongs to an organisation in which the right holds, or has a registration there. */
export const isWithinReach = (
  db: Executor,
  staff: Staff,
  right: Right,
  organization?: number,
): SQL | undefined =>
  or(
    withinScope(staff, right, accounts.organizationId, organization),
    // Computed as a value: for `exists`, PostgreSQL would scan a list of all registrations.
    sql`coalesce(${db
      .select({ one: sql`true` })
      .from(registrations)
      .where(
        and(
          eq(registrations.accountId, accounts.id),
          withinScope(staff, right, registrations.organizationId, organization),
        ),
      )
      .limit(1)}, false)`,
  );
