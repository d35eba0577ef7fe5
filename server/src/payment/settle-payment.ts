import { today } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import type { EventData } from '@portal/contract/office/event-fields';
import type { Circumstances } from '../audit/actor.ts';
import { findWaived } from '../enrolment/amounts.ts';
import { applyStep, refuseUnmadeStep } from '../enrolment/apply-step.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { recordRefundDue } from '../enrolment/record-refund-due.ts';
import { dueOf } from '../enrolment/rules.ts';
import { mayStep } from '../enrolment/states.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentConfirmedLetter } from './letters.ts';
import { lockPayable, type PayableRow, paysInto } from './payable.ts';
import { recordPayment } from './record-payment.ts';
import { recordSurplus } from './record-surplus.ts';
import { differenceOf, refundEach, type Share, shareOut } from './rules.ts';
import type { PaymentMethod } from './states.ts';
import { findLines, type TakenLines } from './take-lines.ts';

export interface Received {
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly receivedOn: string;
}

export interface Settlement {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
  readonly received: Received | null;
  /** As staff saw it. */
  readonly difference: number;
  readonly note: string | null;
}

export const refuseUnpayable = (rows: readonly PayableRow[]): void => {
  for (const { state, locked } of rows) {
    if (locked.class.state === 'completed') throw new Refusal('class_completed');
    if (mayStep('confirm_payment', state)) continue;
    refuseUnmadeStep('confirm_payment', state);
    throw new Refusal('registration_paid');
  }
};

export const refuseOtherAccount = (rows: readonly PayableRow[], lines: TakenLines | null): void => {
  if (lines && !rows.every((row) => paysInto(row, lines))) throw new Refusal('line_other_account');
};

const receiptOf = (
  { received }: Settlement,
  lines: TakenLines | null,
  [first]: readonly PayableRow[],
  now: Date,
) => {
  if (lines) {
    const { organizationId, accountId: bankAccountId, amount, day: receivedOn } = lines;
    return { organizationId, bankAccountId, amount, receivedOn, method: 'statement' } as const;
  }
  if (!received || !first) throw new Refusal('payment_without_line');
  if (received.receivedOn > today(now)) throw new Refusal('received_late');
  return { ...received, organizationId: first.organizationId, bankAccountId: null };
};

const isPaid = ({ state }: PayableRow): boolean => state === 'confirmed';

/** They only get what is left after the others, as staff saw it. */
const refusePaid = (rows: readonly PayableRow[], { difference }: Settlement, found: number): void => {
  if (!rows.some(isPaid)) return;
  if (rows.every(isPaid) || found <= 0 || found !== difference) throw new Refusal('registration_paid');
};

const refundsOf = (amount: number, rows: readonly PayableRow[]) =>
  refundEach(
    amount,
    rows.map((row) => ({ ...row, isPaid: isPaid(row), due: isPaid(row) ? 0 : dueOf([row]) })),
  );

const refuseOtherDifference = ({ difference, note }: Settlement, found: number): void => {
  if (found !== difference) throw new Refusal('payment_difference', { values: { n: dollars(found) } });
  if (found < 0 && note === null) throw new Refusal('payment_short_note', { values: { n: dollars(-found) } });
};

const confirm = async (
  tx: Tx,
  { id, amount, short, locked }: Share & Pick<PayableRow, 'locked'>,
  { payment, surplus }: { payment: number; surplus: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const waived = short + (locked.credited > 0 ? await findWaived(tx, id) : 0);
  const data: EventData = { payment, amount, ...(waived > 0 && { short: waived }) };
  await applyStep(tx, 'confirm_payment', [locked], { actor, now, data });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) => paymentConfirmedLetter({ ...about, seat, ...(surplus > 0 && { surplus }) }),
    now,
  );
  const refundDue = { registrationId: id, amount: surplus, reason: '溢繳', paymentConfirmed: true };
  await recordRefundDue(tx, { ...refundDue, paymentId: payment }, { actor, now });
};

/** A surplus becomes refunds due: to the registrations that were paid before, or else to the first. */
export const settlePayment = async (
  tx: Tx,
  wish: Settlement,
  { actor, now }: Circumstances<Staff>,
): Promise<{ id: number; surplus: number }> => {
  const rows = await lockPayable(tx, wish.registrationIds, actor);
  const lines = await findLines(tx, wish.lineIds, actor);
  const owing = rows.filter((row) => !isPaid(row));
  refuseUnpayable(owing);
  refuseOtherAccount(rows, lines);
  const receipt = receiptOf(wish, lines, rows, now);
  const difference = differenceOf(receipt.amount, owing);
  refusePaid(rows, wish, difference);
  refuseOtherDifference(wish, difference);

  const shares = shareOut(receipt.amount, owing);
  const made = { ...receipt, kind: 'full', note: wish.note, lineIds: wish.lineIds, shares } as const;
  const payment = await recordPayment(tx, made, { actor, now });
  const refunds = new Map(refundsOf(receipt.amount, rows).map(({ id, amount }) => [id, amount]));
  for (const share of shares)
    await confirm(tx, share, { payment, surplus: refunds.get(share.id) ?? 0 }, { actor, now });
  for (const { id } of rows.filter(isPaid)) {
    const twice = { id, amount: refunds.get(id) ?? 0, payment, reason: '重複匯款' };
    await recordSurplus(tx, twice, { actor, now });
  }
  return { id: payment, surplus: Math.max(0, difference) };
};
