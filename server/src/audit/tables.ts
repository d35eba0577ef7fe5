import type { Action } from '@portal/contract/office/audit';
import { type AnyColumn, sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, isActor, ref } from '../platform/database/columns.ts';

export const notByTrainee = (actor: AnyColumn) => sql`${actor} not like 'account:%'`;

export const auditEvents = pgTable(
  'audit_events',
  {
    id: id(),
    at: instant().notNull(),
    /** `account:12`, `staff:3` or `system`. */
    actor: text().notNull(),
    action: text().$type<Action>().notNull(),
    subject: text().notNull(),
    subjectId: ref(),
    /** The organisation of the subject, filled in by a trigger; null: the whole association's. */
    organizationId: integer(),
    /** The session of a staff member; null for trainees and commands. The session itself is soon deleted. */
    sessionId: ref(),
    before: jsonb(),
    after: jsonb(),
  },
  (t) => [
    index('audit_events_subject').on(t.subject, t.subjectId),
    index('audit_events_at').on(t.at),
    index('audit_events_log').on(t.at, t.id).where(notByTrainee(t.actor)),
    index('audit_events_log_organization').on(t.organizationId, t.at, t.id).where(notByTrainee(t.actor)),
    index('audit_events_log_actor').on(t.actor, t.at, t.id).where(notByTrainee(t.actor)),
    index('audit_events_log_action').on(t.action, t.at, t.id).where(notByTrainee(t.actor)),
    index('audit_events_log_subject').on(t.subject, t.at, t.id).where(notByTrainee(t.actor)),
    index('audit_events_session').on(t.sessionId).where(sql`${t.sessionId} is not null`),
    check('audit_events_actor', isActor(t.actor)),
    check('audit_events_action', sql`${t.action} ~ '^[a-z][a-z0-9_.-]{0,79}$'`),
  ],
);

/** The people in what an event handed out: the rows of an export or of a paper. A row for each part of the file. */
export const eventPeople = pgTable(
  'event_people',
  {
    id: id(),
    eventId: ref()
      .notNull()
      .references(() => auditEvents.id, { onDelete: 'cascade' }),
    accountIds: ref().array().notNull(),
  },
  (t) => [
    index('event_people_event').on(t.eventId),
    index('event_people_accounts').using('gin', t.accountIds),
  ],
);
