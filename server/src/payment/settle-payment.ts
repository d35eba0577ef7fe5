import { today } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import type { Circumstances } from '../audit/actor.ts';
import { oweRefund } from '../enrolment/owe-refund.ts';
import { queueRegistrationMail } from '../enrolment/queue-registration-mail.ts';
import { mayStep } from '../enrolment/states.ts';
import { applyStep, refuseStep } from '../enrolment/transition.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { paymentConfirmedLetter } from './letters.ts';
import { lockPayable, type PayableRow, paysInto } from './payable.ts';
import { recordPayment } from './record-payment.ts';
import { differenceOf, type Share, shareOut } from './rules.ts';
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
  for (const { state } of rows) {
    if (mayStep('confirm_payment', state)) continue;
    refuseStep('confirm_payment', state);
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

const refuseOtherDifference = ({ difference, note }: Settlement, found: number): void => {
  if (found !== difference) throw new Refusal('payment_difference', { values: { n: dollars(found) } });
  if (found < 0 && note === null) throw new Refusal('payment_short_note', { values: { n: dollars(-found) } });
};

const confirm = async (
  tx: Tx,
  { id, amount, short }: Share,
  { payment, surplus }: { payment: number; surplus: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const data = { payment, amount, ...(short > 0 && { short }) };
  await applyStep(tx, 'confirm_payment', [id], { actor, now, data });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) => paymentConfirmedLetter({ ...about, seat, ...(surplus > 0 && { surplus }) }),
    now,
  );
};

/** A surplus becomes a refund due to the first person. */
export const settlePayment = async (
  tx: Tx,
  wish: Settlement,
  { actor, now }: Circumstances<Staff>,
): Promise<{ id: number; surplus: number }> => {
  const lines = await findLines(tx, wish.lineIds, actor);
  const rows = await lockPayable(tx, wish.registrationIds, actor);
  refuseUnpayable(rows);
  refuseOtherAccount(rows, lines);
  const receipt = receiptOf(wish, lines, rows, now);
  const difference = differenceOf(receipt.amount, rows);
  refuseOtherDifference(wish, difference);

  const shares = shareOut(receipt.amount, rows);
  const made = { ...receipt, kind: 'full', note: wish.note, lineIds: wish.lineIds, shares } as const;
  const payment = await recordPayment(tx, made, { actor, now });
  const surplus = Math.max(0, difference);
  for (const [at, share] of shares.entries())
    await confirm(tx, share, { payment, surplus: at === 0 ? surplus : 0 }, { actor, now });
  const [first] = shares;
  if (first) {
    const owed = { registrationId: first.id, amount: surplus, reason: '溢繳', paymentConfirmed: true };
    await oweRefund(tx, { ...owed, paymentId: payment }, { actor, now });
  }
  return { id: payment, surplus };
};
