import { today } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import type { EventData } from '@portal/contract/office/event-fields';
import { eq } from 'drizzle-orm';
import { actorName, type Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { classes } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { changeRefundAmount, initialAmount, keepRefund, recordRefundPaid } from '../money/settle-refund.ts';
import { mayRefundStep, REFUND_STEPS, type RefundStep } from '../money/states.ts';
import { refunds } from '../money/tables.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { countCashiers, findCashiers } from './cashiers.ts';
import { mayConfirmRefund, mayRefund } from './policy.ts';

interface Step<S extends RefundStep> {
  readonly refundId: number;
  readonly step: S;
}

const lockRefund = async (tx: Tx, { refundId, step }: Step<RefundStep>, actor: Staff) => {
  const [found] = await tx
    .select({ refund: refunds, organizationId: classes.organizationId })
    .from(refunds)
    .innerJoin(registrations, eq(registrations.id, refunds.registrationId))
    .innerJoin(classes, eq(classes.id, registrations.classId))
    .where(eq(refunds.id, refundId))
    .for('no key update', { of: refunds });
  if (!found || !mayRefund(actor, found)) throw new Refusal('not_found');
  if (!mayRefundStep(step, found.refund.state)) throw new Refusal('refund_settled');
  return found;
};

const record = (
  tx: Tx,
  { refundId, step }: Step<RefundStep>,
  { registrationId, before, after }: { registrationId: number; before?: EventData; after: EventData },
  { actor, now }: Context,
): Promise<void> => {
  const { action } = REFUND_STEPS[step];
  const event = { actor, action, subject: 'registration', subjectId: registrationId } as const;
  return recordEvent(tx, { ...event, before, after: { refundId, ...after } }, now);
};

const refuseOwn = async (
  tx: Tx,
  refund: Pick<typeof refunds.$inferSelect, 'createdAt' | 'createdBy' | 'changedBy'>,
  organizationId: number,
  actor: Staff,
): Promise<void> => {
  const cashiers = countCashiers(await findCashiers(tx, organizationId), refund.createdAt);
  if (!mayConfirmRefund(refund, actorName(actor), cashiers)) throw new Refusal('refund_own');
};

const refuseOtherAmount = (amount: number, seen: number): void => {
  if (amount !== seen) throw new Refusal('refund_changed', { values: { n: dollars(amount) } });
};

export const changeRefund = async (
  tx: Tx,
  { refundId, amount, before, reason }: { refundId: number; amount: number; before: number; reason: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const step = { refundId, step: 'change' } as const;
  const { refund } = await lockRefund(tx, step, actor);
  refuseOtherAmount(refund.amount, before);
  const most = initialAmount(refund);
  if (amount > most) throw new Refusal('refund_too_much', { values: { n: dollars(most) } });
  await changeRefundAmount(tx, refund, { amount, reason }, { actor, now });
  const { registrationId } = refund;
  const event = { registrationId, before: { amount: refund.amount }, after: { amount, reason } };
  await record(tx, step, event, { actor, now });
};

/** Throws for the person who entered it if there is another cashier. */
export const payRefund = async (
  tx: Tx,
  {
    refundId,
    amount,
    paidOn,
    reference,
  }: { refundId: number; amount: number; paidOn: string; reference: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const step = { refundId, step: 'pay' } as const;
  const { refund, organizationId } = await lockRefund(tx, step, actor);
  refuseOtherAmount(refund.amount, amount);
  if (paidOn > today(now)) throw new Refusal('refund_day');
  await refuseOwn(tx, refund, organizationId, actor);
  await recordRefundPaid(tx, refund, { paidOn, reference }, { actor, now });
  const { registrationId } = refund;
  await record(tx, step, { registrationId, after: { amount, paidOn, reference } }, { actor, now });
};

/** The money stays with the branch. Throws for the person who entered it if there is another cashier. */
export const waiveRefund = async (
  tx: Tx,
  { refundId, reason }: { refundId: number; reason: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const step = { refundId, step: 'waive' } as const;
  const { refund, organizationId } = await lockRefund(tx, step, actor);
  await refuseOwn(tx, refund, organizationId, actor);
  await keepRefund(tx, refund, { reason }, { actor, now });
  const { registrationId, amount } = refund;
  await record(tx, step, { registrationId, after: { amount, reason } }, { actor, now });
};
