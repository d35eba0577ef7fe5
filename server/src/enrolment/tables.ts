import type { Action } from '@portal/contract/office/audit';
import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { notByTrainee } from '../audit/tables.ts';
import { classes } from '../classes/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import { staffAccounts } from '../staff/tables.ts';
import { SEAT_STATES, STATES, sqlListOf } from './states.ts';

/** The list of states that hold a seat, as literals. */
export const seatStates = sql.raw(sqlListOf(SEAT_STATES));

export const registrations = pgTable(
  'registrations',
  {
    id: id(),
    classId: ref()
      .notNull()
      .references(() => classes.id),
    accountId: ref()
      .notNull()
      .references(() => accounts.id),
    /** Copied from the class by a trigger, for the indexes of staff lists. */
    organizationId: integer(),
    /** Null for a personal registration. */
    groupId: ref().references(() => groups.id),
    state: text({ enum: STATES }).notNull(),
    /**
     * The trainee reads this note of the last step. It is the reason of a rejection or cancellation, the reason why a
     * payment does not count or its confirmation was undone, or, after a move, a sentence that names the former class.
     */
    reason: text(),
    /** Set by an approval that asks for a payment, changed by moves, removed by reopening. */
    paymentDue: day(),
    /**
     * Set if the person enrolled themselves with neither a confirmed mailbox nor a confirmed phone: the registration
     * lapses then, if it is pending and the person is still unconfirmed. Removed by reopening.
     */
    confirmBy: instant(),
    /** A keyed hash of the network from which the person enrolled; removed after some weeks. */
    network: text(),
    /**
     * The fee in whole New Taiwan dollars, fixed by the approval, changed by moves, removed by reopening. While it is null
     * the fee of the class applies.
     */
    fee: integer(),
    /** 1 pass, 2 fail; null until a result is recorded. */
    result: smallint(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    uniqueIndex('registrations_one_seat')
      .on(t.classId, t.accountId)
      .where(sql`${t.state} in ('pending', 'unpaid', 'reported', 'confirmed')`),
    // This also holds for former members: membership rows are never deleted.
    foreignKey({
      name: 'registrations_group_member',
      columns: [t.groupId, t.accountId],
      foreignColumns: [memberships.groupId, memberships.accountId],
    }),
    index('registrations_account').on(t.accountId, t.createdAt.desc().nullsFirst()),
    index('registrations_group').on(t.groupId, t.classId),
    index('registrations_class_listed').on(t.classId, t.createdAt, t.id),
    index('registrations_listed').on(t.organizationId, t.createdAt, t.id),
    index('registrations_state_listed').on(t.organizationId, t.state, t.createdAt, t.id),
    index('registrations_overdue').on(t.organizationId, t.paymentDue, t.id).where(sql`${t.state} = 'unpaid'`),
    // Covers the filters of the review queue.
    index('registrations_waiting')
      .on(t.organizationId, t.createdAt, t.id, t.classId, t.groupId)
      .where(sql`${t.state} = 'pending'`),
    index('registrations_lapsing')
      .on(t.confirmBy)
      .where(sql`${t.state} = 'pending' and ${t.confirmBy} is not null`),
    index('registrations_network').on(t.classId, t.network).where(sql`${t.network} is not null`),
    check(
      'registrations_state',
      sql`${t.state} in ('pending', 'rejected', 'unpaid', 'reported', 'confirmed', 'cancelled')`,
    ),
    check('registrations_rejected_reason', sql`${t.state} <> 'rejected' or coalesce(${t.reason}, '') <> ''`),
    check('registrations_fee', sql`${t.fee} between 0 and 9999999`),
    check(
      'registrations_result',
      sql`${t.result} is null or (${t.result} in (1, 2) and ${t.state} = 'confirmed')`,
    ),
  ],
);

export const registrationEvents = pgTable(
  'registration_events',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    at: instant().notNull(),
    /** `account:12`, `staff:3` or `system`. */
    actor: text().notNull(),
    action: text().$type<Action>().notNull(),
    /** Copied from the class by a trigger, for the indexes of the audit log. */
    organizationId: integer(),
    /** Null for the first event. */
    fromState: text(),
    toState: text().notNull(),
    note: text(),
    data: jsonb(),
  },
  (t) => [
    index('registration_events_registration').on(t.registrationId),
    index('registration_events_log').on(t.at, t.id).where(notByTrainee(t.actor)),
    index('registration_events_log_organization')
      .on(t.organizationId, t.at, t.id)
      .where(notByTrainee(t.actor)),
    index('registration_events_log_actor').on(t.actor, t.at, t.id).where(notByTrainee(t.actor)),
    index('registration_events_log_action').on(t.action, t.at, t.id).where(notByTrainee(t.actor)),
    check('registration_events_actor', isActor(t.actor)),
    check('registration_events_action', sql`${t.action} ~ '^[a-z][a-z0-9_.-]{0,79}$'`),
    check('registration_events_from_state', isOneOf(t.fromState, STATES)),
    check('registration_events_to_state', isOneOf(t.toState, STATES)),
  ],
);

export const registrationNotes = pgTable(
  'registration_notes',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    staffId: ref()
      .notNull()
      .references(() => staffAccounts.id),
    at: instant().notNull(),
    text: text().notNull(),
  },
  (t) => [
    index('registration_notes_registration').on(t.registrationId, t.id),
    check('registration_notes_text', sql`length(${t.text}) between 1 and 1000`),
  ],
);

/** Mailed to a person whom a staff member wants to enrol. Stored as Argon2id hash. */
export const applicantCodes = pgTable(
  'applicant_codes',
  {
    id: id(),
    accountId: ref()
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    staffId: ref()
      .notNull()
      .references(() => staffAccounts.id, { onDelete: 'cascade' }),
    codeHash: text().notNull(),
    tries: integer().notNull().default(0),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (t) => [
    uniqueIndex('applicant_codes_alive').on(t.accountId, t.staffId).where(sql`${t.endedAt} is null`),
    index('applicant_codes_account').on(t.accountId, t.createdAt),
    index('applicant_codes_staff').on(t.staffId),
    check('applicant_codes_tries', sql`${t.tries} between 0 and 5`),
  ],
);

export const reviewPhrases = pgTable(
  'review_phrases',
  {
    id: id(),
    text: text().notNull().unique('review_phrases_text_once'),
    position: integer().notNull(),
    /** Counts changes of the text. */
    version: integer().notNull().default(1),
    updatedBy: text().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    check('review_phrases_text', sql`length(${t.text}) between 1 and 200`),
    check('review_phrases_version', sql`${t.version} >= 1`),
    check('review_phrases_updated_by', isActor(t.updatedBy)),
  ],
);
