import type { Right } from '@portal/contract/rights';
import { eq, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { accounts } from '../../accounts/tables.ts';
import { classes } from '../../classes/tables.ts';
import type { Staff } from '../../staff/actors.ts';
import { withinScope } from '../../staff/scope.ts';
import { registrationEvents, registrations } from '../tables.ts';

/**
 * A registration that the trainee, or a manager of their group, sent, that staff approved, or that is of a class of another
 * system. Staff who only enrol somebody and cancel again complete nothing.
 */
export const isCompleted = (registrationId: SQLWrapper): SQL<boolean> => sql<boolean>`(exists (
  select 1 from ${registrationEvents} done
  where done.registration_id = ${registrationId} and (
    done.to_state in ('unpaid', 'reported', 'confirmed')
    or (done.action = 'registration.enrol' and done.actor not like 'staff:%')))
  or (select past.imported_at from ${classes} past
    where past.id = (select class_id from ${registrations} own where own.id = ${registrationId})) is not null)`;

/** The person has a completed registration in an organisation where the right holds. */
export const hasCompletedWithin = (staff: Staff, right: Right, accountId: SQLWrapper): SQL<boolean> =>
  sql<boolean>`exists (
    select 1 from ${registrations}
    where ${eq(registrations.accountId, accountId)}
      and ${withinScope(staff, right, registrations.organizationId)} and ${isCompleted(registrations.id)})`;

/** The branch knows its own people, and those with a completed registration there. */
export const isKnownTo = (staff: Staff, right: Right): SQL | undefined =>
  or(withinScope(staff, right, accounts.organizationId), hasCompletedWithin(staff, right, accounts.id));
