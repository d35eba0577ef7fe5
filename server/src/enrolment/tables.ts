import { sql } from 'drizzle-orm';
import { check, foreignKey, index, jsonb, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { classes } from '../catalogue/tables.ts';
import { groups, memberships } from '../groups/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/columns.ts';
import { STATES } from './states.ts';

/** A person's registration for a class. A person has at most one seat-holding row per class. */
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
    /** The group that the registration was made through; null for a personal one. */
    groupId: ref().references(() => groups.id),
    state: text({ enum: STATES }).notNull(),
    /** The reason for the rejection, or for not finding the payment. */
    reason: text(),
    /** The last day to pay, set by the approval; null for a class without a fee and before the approval. */
    paymentDue: day(),
    /** 1 pass, 2 fail; null until a result is recorded. */
    result: smallint(),
    createdAt: instant().notNull(),
    updatedAt: instant().notNull(),
  },
  (t) => [
    // The database enforces one seat per person and class.
    uniqueIndex('registrations_one_seat')
      .on(t.classId, t.accountId)
      .where(sql`${t.state} in ('pending', 'unpaid', 'reported', 'confirmed')`),
    // The account must have a membership row in the group; membership rows are never deleted.
    foreignKey({
      name: 'registrations_group_member',
      columns: [t.groupId, t.accountId],
      foreignColumns: [memberships.groupId, memberships.accountId],
    }),
    index('registrations_account').on(t.accountId, t.createdAt.desc().nullsFirst()),
    index('registrations_group').on(t.groupId, t.classId),
    check(
      'registrations_state',
      sql`${t.state} in ('pending', 'refused', 'unpaid', 'reported', 'confirmed', 'cancelled')`,
    ),
    check('registrations_refused_reason', sql`${t.state} <> 'refused' or coalesce(${t.reason}, '') <> ''`),
    check(
      'registrations_result',
      sql`${t.result} is null or (${t.result} in (1, 2) and ${t.state} = 'confirmed')`,
    ),
  ],
);

/** The history of each registration: actor, action and reason, written in the transaction of the change. */
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
    action: text().notNull(),
    /** The previous state; null for the first event. */
    fromState: text(),
    toState: text().notNull(),
    note: text(),
    data: jsonb(),
  },
  (t) => [
    index('registration_events_registration').on(t.registrationId),
    check('registration_events_actor', isActor(t.actor)),
    check('registration_events_action', sql`${t.action} ~ '^[a-z][a-z0-9_.-]{0,79}$'`),
    check('registration_events_from_state', isOneOf(t.fromState, STATES)),
    check('registration_events_to_state', isOneOf(t.toState, STATES)),
  ],
);
