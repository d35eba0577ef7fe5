import type { Right } from '@portal/contract/rights';
import { or, type SQL, sql } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import type { Staff } from '../staff/actors.ts';
import { withinScope } from '../staff/scope.ts';
import { groups, memberships } from './tables.ts';

const RIGHT: Right = 'group.read';

/** The branch looks after the group. */
const isLookedAfterBy = (staff: Staff, chosen?: number): SQL =>
  withinScope(staff, RIGHT, groups.organizationId, chosen);

/** The branch looks after the group, has one of its people, or one of its registrations. */
export const isReadableBy = (staff: Staff, chosen?: number): SQL =>
  or(
    isLookedAfterBy(staff, chosen),
    sql`exists (
      select from ${memberships} join ${accounts} on ${accounts.id} = ${memberships.accountId}
      where ${memberships.groupId} = ${groups.id} and ${memberships.leftAt} is null
        and ${withinScope(staff, RIGHT, accounts.organizationId, chosen)})`,
    sql`exists (
      select from ${registrations}
      where ${registrations.groupId} = ${groups.id}
        and ${withinScope(staff, RIGHT, registrations.organizationId, chosen)})`,
  ) ?? sql`false`;
