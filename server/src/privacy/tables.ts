import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, text, unique, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { organizations } from '../catalogue/tables.ts';
import { id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import { staffAccounts } from '../staff/tables.ts';
import { INCIDENT_STATES, PRIVACY_KINDS, PRIVACY_STATES } from './states.ts';

/** Named after the first of its kinds. */
export const privacyRequests = pgTable(
  'erasure_requests',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    kind: text({ enum: PRIVACY_KINDS }).notNull().default('erasure'),
    state: text({ enum: PRIVACY_STATES }).notNull().default('requested'),
    requestedAt: instant().notNull(),
    /** The staff member who wrote it down; null if the person sent it. */
    recordedBy: text(),
    note: text(),
    extendedAt: instant(),
    extensionReason: text(),
    closedAt: instant(),
    /** The answer to the person: why the request was declined, or the result. */
    reason: text(),
  },
  (t) => [
    uniqueIndex('erasure_requests_open_kind').on(t.accountId, t.kind).where(sql`${t.state} = 'requested'`),
    index('erasure_requests_account').on(t.accountId, t.requestedAt),
    check('erasure_requests_kind', isOneOf(t.kind, PRIVACY_KINDS)),
    check('erasure_requests_state', isOneOf(t.state, PRIVACY_STATES)),
    check('erasure_requests_erased', sql`${t.state} <> 'erased' or ${t.kind} = 'erasure'`),
    check('erasure_requests_answered', sql`${t.state} <> 'answered' or ${t.kind} <> 'erasure'`),
    check('erasure_requests_closed', sql`(${t.state} = 'requested') = (${t.closedAt} is null)`),
    check('erasure_requests_reason', sql`${t.state} <> 'declined' or coalesce(${t.reason}, '') <> ''`),
    check('erasure_requests_extended', sql`(${t.extendedAt} is null) = (${t.extensionReason} is null)`),
    check('erasure_requests_recorded_by', isActor(t.recordedBy)),
    check(
      'erasure_requests_texts',
      sql`length(${t.note}) <= 1000 and length(${t.reason}) <= 1000 and length(${t.extensionReason}) <= 1000`,
    ),
  ],
);

export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    at: instant().notNull(),
  },
  (t) => [index('data_exports_account').on(t.accountId, t.at), index('data_exports_at').on(t.at)],
);

/** Data of people got into wrong hands. The texts are those of the letter to them. */
export const incidents = pgTable(
  'incidents',
  {
    id: id(),
    state: text({ enum: INCIDENT_STATES }).notNull().default('open'),
    /** Null: of the whole association. Otherwise its people are those of the organisation. */
    organizationId: integer().references(() => organizations.id),
    title: text().notNull(),
    occurredFrom: instant().notNull(),
    occurredUntil: instant().notNull(),
    /* What is not null must fit, too. */
    staffId: ref().references(() => staffAccounts.id),
    sessionId: ref(),
    /** The event by which a file was handed out. It has no foreign key, because events are removed after five years. */
    eventId: ref(),
    facts: text().notNull(),
    data: text(),
    measures: text(),
    contact: text(),
    createdAt: instant().notNull(),
    createdBy: text().notNull(),
    notifiedAt: instant(),
    closedAt: instant(),
    closingNote: text(),
  },
  (t) => [
    index('incidents_created').on(t.createdAt, t.id),
    check('incidents_state', isOneOf(t.state, INCIDENT_STATES)),
    check('incidents_title', sql`length(${t.title}) between 1 and 100`),
    check('incidents_time', sql`${t.occurredFrom} < ${t.occurredUntil}`),
    check('incidents_created_by', isActor(t.createdBy)),
    check(
      'incidents_texts',
      sql`length(${t.facts}) between 1 and 1000 and length(${t.data}) <= 1000 and length(${t.measures}) <= 1000 and length(${t.contact}) <= 1000 and length(${t.closingNote}) between 1 and 1000`,
    ),
    check('incidents_closed', sql`(${t.state} = 'closed') = (${t.closedAt} is not null)`),
    check('incidents_closing_note', sql`(${t.closedAt} is null) = (${t.closingNote} is null)`),
    check('incidents_notified', sql`${t.state} <> 'notified' or ${t.notifiedAt} is not null`),
  ],
);

/** The people of an incident. */
export const incidentPeople = pgTable(
  'incident_people',
  {
    id: id(),
    incidentId: ref()
      .notNull()
      .references(() => incidents.id, { onDelete: 'cascade' }),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** How often the person was looked at or handed out. */
    events: integer().notNull(),
    lastAt: instant().notNull(),
    mailedAt: instant(),
  },
  (t) => [
    unique('incident_people_once').on(t.incidentId, t.accountId),
    index('incident_people_account').on(t.accountId),
    check('incident_people_events', sql`${t.events} > 0`),
  ],
);
