import { today } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import type { EventData } from '@portal/contract/office/event-fields';
import type { Context } from '../audit/actor.ts';
import { recordEvents } from '../audit/record-event.ts';
import { applyStep, refuseUnlessTransitioned } from '../enrolment/apply-step.ts';
import { queueRegistrationMails } from '../enrolment/queue-registration-mail.ts';
import { mayStep } from '../enrolment/states.ts';
import { type RecordedPayment, recordPayment } from '../money/record-payment.ts';
import { differenceOf, type Share, shareOut, surplusRefunds } from '../money/rules.ts';
import type { PaymentMethod } from '../money/states.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { closeReports } from './close-reports.ts';
import { paymentConfirmedLetter } from './letters.ts';
import { isCancelledReport, lockPayable, type PayableRow, paysInto } from './payable.ts';
import { findLines, type TakenLines } from './take-lines.ts';

interface Received {
  readonly method: PaymentMethod;
  readonly amount: number;
  readonly receivedOn: string;
}

export interface Settlement {
  readonly lineIds: readonly number[];
  readonly registrationIds: readonly number[];
  readonly received: Received | null;
  /** The amount that staff saw. */
  readonly difference: number;
  readonly note: string | null;
  /** The mails wait for some seconds, in which `withdrawPayment` takes the payment back. */
  readonly isUndoable?: boolean;
}

/** Names a payment for the mails that wait for it. */
export const paymentName = (paymentId: number): string => `payment:${paymentId}`;

/** For the mails about a payment. */
export const holdFor = (
  paymentId: number,
  { isUndoable = false }: { readonly isUndoable?: boolean },
): { heldFor?: string } => (isUndoable ? { heldFor: paymentName(paymentId) } : {});

export const refuseUnpayable = (rows: readonly PayableRow[]): void => {
  for (const { state, locked } of rows) {
    if (locked.class.state === 'completed') throw new Refusal('class_completed');
    if (mayStep('confirm_payment', state)) continue;
    refuseUnlessTransitioned('confirm_payment', state);
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

/** They owe nothing; what comes for them goes back. */
const isSettled = (row: PayableRow): boolean => row.state === 'confirmed' || isCancelledReport(row);

/** They only get what is left after the others, as staff saw it. */
const refuseSettled = (rows: readonly PayableRow[], { difference }: Settlement, found: number): void => {
  if (!rows.some(isSettled)) return;
  const isPaidOnly = rows.every(({ state }) => state === 'confirmed');
  if (isPaidOnly || found <= 0 || found !== difference) throw new Refusal('registration_paid');
};

const refuseOtherDifference = ({ difference, note }: Settlement, found: number): void => {
  if (found !== difference) throw new Refusal('payment_difference', { values: { n: dollars(found) } });
  if (found < 0 && note === null) throw new Refusal('payment_short_note', { values: { n: dollars(-found) } });
};

const reasonOf = ({ state }: PayableRow): string => {
  if (state === 'confirmed') return '重複匯款';
  return state === 'cancelled' ? '報名已取消' : '溢繳';
};

/** Each gets what they owe, in order; the rest is for those who owe nothing, or else for the first. */
const allocate = (amount: number, rows: readonly PayableRow[]) => {
  const people = rows.map((row) => ({ ...row, owes: !isSettled(row) }));
  const surplus = new Map(surplusRefunds(amount, people).map((each) => [each.id, each.amount]));
  return shareOut(amount, people).map((row) => ({
    row,
    allocated: row.amount + (surplus.get(row.id) ?? 0),
  }));
};

type Part = ReturnType<typeof allocate>[number];

interface Paid {
  readonly person: Share & Pick<PayableRow, 'locked'>;
  /** The mail waits for `heldFor`. */
  readonly payment: RecordedPayment & { readonly heldFor?: string };
}

/** Confirms people who were paid for by payments of their own. */
export const confirmPaidEach = async (
  tx: Tx,
  paid: readonly Paid[],
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const eventDetails = new Map(
    paid.map(({ person: { id, amount, short }, payment }) => {
      const data: EventData = { payment: payment.id, amount, ...(short > 0 && { short }) };
      return [id, { data }];
    }),
  );
  const locked = paid.map(({ person }) => person.locked);
  await applyStep(tx, 'confirm_payment', locked, { actor, now, eventDetails });
  await queueRegistrationMails(
    tx,
    paid.map(({ person: { id }, payment }) => ({
      registrationId: id,
      surplus: payment.refunded.get(id) ?? 0,
      heldFor: payment.heldFor,
    })),
    ({ about, seat }, { surplus, heldFor }) => ({
      ...paymentConfirmedLetter({ ...about, seat, surplus }),
      ...(heldFor !== undefined && { heldFor }),
    }),
    now,
  );
};

export const confirmPaid = (
  tx: Tx,
  people: readonly Paid['person'][],
  payment: Paid['payment'],
  context: Context<Staff>,
): Promise<void> =>
  confirmPaidEach(
    tx,
    people.map((person) => ({ person, payment })),
    context,
  );

const recordSurplus = async (
  tx: Tx,
  parts: readonly Part[],
  payment: number,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const event = { actor, action: 'payment.take_surplus', subject: 'registration' } as const;
  const events = parts
    .filter(({ allocated }) => allocated > 0)
    .map(({ row, allocated: amount }) => ({
      ...{ ...event, subjectId: row.id },
      after: { payment, amount, reason: reasonOf(row) },
    }));
  await recordEvents(tx, events, now);
};

/** A surplus becomes refunds due: to the registrations that owe nothing, or else to the first. */
export const settlePayment = async (
  tx: Tx,
  input: Settlement,
  { actor, now }: Context<Staff>,
): Promise<{ id: number; surplus: number }> => {
  const rows = await lockPayable(tx, input.registrationIds, actor);
  const lines = await findLines(tx, input.lineIds, actor);
  const owing = rows.filter((row) => !isSettled(row));
  refuseUnpayable(owing);
  refuseOtherAccount(rows, lines);
  const receipt = receiptOf(input, lines, rows, now);
  const difference = differenceOf(receipt.amount, owing);
  refuseSettled(rows, input, difference);
  refuseOtherDifference(input, difference);

  const parts = allocate(receipt.amount, rows);
  const kind = owing.length > 0 ? 'full' : 'surplus';
  const allocations = parts.map(({ row, allocated }) => ({
    ...{ registrationId: row.id, amount: allocated, waived: row.short, reportId: row.reportId },
    refundReason: reasonOf(row),
  }));
  const entry = { ...receipt, kind, note: input.note, lineIds: input.lineIds, allocations } as const;
  const payment = await recordPayment(tx, entry, { actor, now });
  const settled = parts.filter(({ row }) => isSettled(row));
  await recordSurplus(tx, settled, payment.id, { actor, now });
  const paid = parts.map(({ row }) => row).filter((row) => !isSettled(row));
  await confirmPaid(tx, paid, { ...payment, ...holdFor(payment.id, input) }, { actor, now });
  await closeReports(
    tx,
    rows.map(({ id }) => id),
    'received',
  );
  return { id: payment.id, surplus: Math.max(0, difference) };
};
