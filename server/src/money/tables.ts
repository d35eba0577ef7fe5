import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  pgView,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { bankAccounts, organizations } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { paymentReports } from '../payment/tables.ts';
import { day, id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';
import { statementLines } from '../statements/tables.ts';
import { CHARGE_KINDS, PAYMENT_KINDS, PAYMENT_METHODS, REFUND_STATES } from './states.ts';

/* The ledger. All amounts are in whole New Taiwan dollars. */

/**
 * Amounts by which a registration owes more or less. A trigger refuses changes of rows: a correction is a further
 * row.
 */
export const charges = pgTable(
  'charges',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    kind: text({ enum: CHARGE_KINDS }).notNull(),
    /** Negative if less is owed. */
    amount: integer().notNull(),
    reason: text(),
    /** The payment with which the rest was waived. */
    paymentId: ref().references(() => payments.id),
    /** The refund of which this money was kept. */
    refundId: ref().references(() => refunds.id),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
  },
  (t) => [
    index('charges_registration').on(t.registrationId),
    index('charges_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('charges_refund').on(t.refundId).where(sql`${t.refundId} is not null`),
    check('charges_kind', isOneOf(t.kind, CHARGE_KINDS)),
    check('charges_amount', sql`${t.amount} <> 0 and ${t.amount} between -9999999 and 9999999`),
    check(
      'charges_sign',
      sql`(${t.kind} <> 'fee' or ${t.amount} > 0) and (${t.kind} <> 'cancelled' or ${t.amount} < 0)`,
    ),
    check('charges_reason', sql`length(${t.reason}) between 1 and 1000`),
    check('charges_reason_given', sql`${t.kind} not in ('waived', 'kept') or ${t.reason} is not null`),
    check('charges_refund_kept', sql`(${t.kind} = 'kept') = (${t.refundId} is not null)`),
    check('charges_created_by', isActor(t.createdBy)),
  ],
);

/** Received money. */
export const payments = pgTable(
  'payments',
  {
    id: id(),
    /** The organisation of the bank account or of the class. */
    organizationId: integer()
      .notNull()
      .references(() => organizations.id),
    bankAccountId: ref().references(() => bankAccounts.id),
    kind: text({ enum: PAYMENT_KINDS }).notNull(),
    method: text({ enum: PAYMENT_METHODS }).notNull(),
    amount: integer().notNull(),
    receivedOn: day().notNull(),
    note: text(),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
    /** When the payment was undone; null for a live one. */
    endedAt: instant(),
    endedBy: text(),
    endReason: text(),
  },
  (t) => [
    index('payments_listed').on(t.organizationId, t.createdAt, t.id),
    index('payments_kind_listed').on(t.organizationId, t.kind, t.createdAt, t.id),
    index('payments_method_listed').on(t.organizationId, t.method, t.createdAt, t.id),
    index('payments_undone_listed')
      .on(t.organizationId, t.createdAt, t.id)
      .where(sql`${t.endedAt} is not null`),
    index('payments_bank_account').on(t.bankAccountId, t.createdAt),
    index('payments_without_line')
      .on(t.receivedOn)
      .where(sql`${t.bankAccountId} is null and ${t.endedAt} is null`),
    check('payments_kind', isOneOf(t.kind, PAYMENT_KINDS)),
    check('payments_method', isOneOf(t.method, PAYMENT_METHODS)),
    check('payments_amount', sql`${t.amount} between 0 and 99999999`),
    check('payments_note', sql`length(${t.note}) between 1 and 500`),
    check('payments_created_by', isActor(t.createdBy)),
    check('payments_ended_by', isActor(t.endedBy)),
    check(
      'payments_ended',
      sql`(${t.endedAt} is null) = (${t.endedBy} is null) and (${t.endedAt} is null) = (${t.endReason} is null)`,
    ),
  ],
);

/** A line of a statement belongs to one live payment at most. */
export const paymentLines = pgTable(
  'payment_lines',
  {
    paymentId: ref()
      .notNull()
      .references(() => payments.id),
    lineId: ref()
      .notNull()
      .references(() => statementLines.id),
    ended: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.lineId] }),
    uniqueIndex('payment_lines_once').on(t.lineId).where(sql`not ${t.ended}`),
  ],
);

/** The part of a payment that is for one registration. The allocations of a payment add up to its amount. */
export const allocations = pgTable(
  'allocations',
  {
    paymentId: ref()
      .notNull()
      .references(() => payments.id),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    amount: integer().notNull(),
    /** The payment report that the payment answers. */
    reportId: ref().references(() => paymentReports.id),
    /** Set when the payment ends. */
    ended: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.paymentId, t.registrationId] }),
    index('allocations_registration').on(t.registrationId),
    check('allocations_amount', sql`${t.amount} >= 0`),
  ],
);

/** Received money that goes back to the person. */
export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    /** The organisation of the registration. Triggers fill it in. */
    organizationId: integer(),
    amount: integer().notNull(),
    state: text({ enum: REFUND_STATES }).notNull().default('due'),
    reason: text().notNull(),
    createdBy: text().notNull(),
    createdAt: instant().notNull(),
    /** The payment that brought too much; null for money that became free later. */
    paymentId: ref().references(() => payments.id),
    /** The last person who changed the amount. */
    changedBy: text(),
    /** The amount before the first change. */
    proposed: integer(),
    settledBy: text(),
    settledAt: instant(),
    paidOn: day(),
    reference: text(),
    waiveReason: text(),
  },
  (t) => [
    index('refunds_registration').on(t.registrationId),
    index('refunds_listed').on(t.organizationId, t.createdAt, t.id),
    index('refunds_state_listed').on(t.organizationId, t.state, t.createdAt, t.id),
    index('refunds_payment').on(t.paymentId).where(sql`${t.paymentId} is not null`),
    index('refunds_paid_on').on(t.paidOn).where(sql`${t.state} = 'paid'`),
    index('refunds_due').on(t.createdAt, t.id).where(sql`${t.state} = 'due'`),
    check('refunds_amount', sql`${t.amount} between 1 and 9999999`),
    check('refunds_state', isOneOf(t.state, REFUND_STATES)),
    check('refunds_reason', sql`length(${t.reason}) between 1 and 1000`),
    check('refunds_created_by', isActor(t.createdBy)),
    check('refunds_changed_by', isActor(t.changedBy)),
    check('refunds_proposed', sql`${t.proposed} between 1 and 9999999 and ${t.amount} <= ${t.proposed}`),
    check('refunds_settled_by', isActor(t.settledBy)),
    check('refunds_reference', sql`length(${t.reference}) between 1 and 60`),
    check('refunds_waive_reason', sql`length(${t.waiveReason}) between 1 and 500`),
  ],
);

/**
 * The amount that each registration owes: `charged` - `received` + `refunded`. `kept` is the part of `charged` that
 * pays for nothing. `received` minus `refunded` and `kept` is the person's money that the branch holds.
 */
export const balances = pgView('balances', {
  registrationId: ref().notNull(),
  classId: ref().notNull(),
  groupId: ref(),
  organizationId: integer(),
  charged: integer().notNull(),
  kept: integer().notNull(),
  received: integer().notNull(),
  refunded: integer().notNull(),
  balance: integer().notNull(),
}).as(sql`
  select r.id as registration_id, r.class_id, r.group_id, r.organization_id, c.charged, c.kept, a.received, f.refunded,
    c.charged - a.received + f.refunded as balance
  from registrations r
  cross join lateral (
    select coalesce(sum(amount), 0)::int as charged, coalesce(sum(amount) filter (where kind = 'kept'), 0)::int as kept
    from charges where registration_id = r.id) c
  cross join lateral (
    select coalesce(sum(amount), 0)::int as received from allocations where registration_id = r.id and not ended) a
  cross join lateral (
    select coalesce(sum(amount), 0)::int as refunded from refunds
    where registration_id = r.id and state in ('due', 'paid')) f`);
