import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { auditEvents } from '../audit/tables.ts';
import type { Executor } from '../platform/database/database.ts';

/* The last event tells whether the budget of a staff account is used up. */

const isBudgetEvent = inArray(auditEvents.action, [
  'staff.spend_identity_budget',
  'staff.renew_identity_budget',
]);

export const findLastBudgetEvent = async (db: Executor, staffId: number) => {
  const [found] = await db
    .select({ id: auditEvents.id, action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'staff'), eq(auditEvents.subjectId, staffId), isBudgetEvent))
    .orderBy(desc(auditEvents.id))
    .limit(1);
  return found ?? null;
};

/** Null if the budget is not used up. */
export const identitySpentAt = (accountId: SQL): SQL<Date | null> =>
  sql<Date | null>`(
    select case ${auditEvents.action} when 'staff.spend_identity_budget' then ${auditEvents.at} end
    from ${auditEvents}
    where ${auditEvents.subject} = 'staff' and ${auditEvents.subjectId} = ${accountId} and ${isBudgetEvent}
    order by ${auditEvents.id} desc limit 1)`.mapWith(auditEvents.at);
