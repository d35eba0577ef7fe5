import { and, asc, eq } from 'drizzle-orm';
import { auditEvents } from '../src/audit/tables.ts';
import type { Database } from '../src/platform/database/database.ts';

/** The events of a staff account, the oldest first. */
export const staffEvents = (db: Database, staffId: number) =>
  db
    .select({
      actor: auditEvents.actor,
      action: auditEvents.action,
      before: auditEvents.before,
      after: auditEvents.after,
    })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'staff'), eq(auditEvents.subjectId, staffId)))
    .orderBy(asc(auditEvents.id));

/** How the person signed in or proved the second factor, the oldest first. */
export const signInsOf = async (db: Database, staffId: number) =>
  (await staffEvents(db, staffId))
    .filter(({ action }) => action === 'staff.sign_in')
    .map(({ after }) => after);
