import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, isActor, ref } from '../platform/columns.ts';

/** The audit log of staff and system actions. */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    at: instant().notNull(),
    /** `account:12`, `staff:3` or `system`. */
    actor: text().notNull(),
    action: text().notNull(),
    subject: text().notNull(),
    subjectId: ref(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    index('audit_events_subject').on(t.subject, t.subjectId),
    index('audit_events_at').on(t.at),
    check('audit_events_actor', isActor(t.actor)),
    check('audit_events_action', sql`${t.action} ~ '^[a-z][a-z0-9_.-]{0,79}$'`),
  ],
);
