import { type CallOffReason, callOffReasonNames } from '@portal/contract/office/classes';
import type { Circumstances } from '../audit/actor.ts';
import { refuseImpossibleAct, takeStep } from '../catalogue/class-step.ts';
import { lockClass } from '../catalogue/lock-class.ts';
import type { Executor, Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { findRefundable, type Refundable } from './amounts.ts';
import { classCalledOffLetter } from './class-letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findSeatHolders } from './queue-seat-holder-mails.ts';
import { recordRefundDue } from './record-refund-due.ts';
import { giveBackSeats } from './seats.ts';

interface Cause {
  readonly reason: CallOffReason;
  /** Explains the reason in a sentence. */
  readonly text: string;
}

type SeatHolder = Awaited<ReturnType<typeof findSeatHolders>>[number] & { readonly refundable: Refundable };

const findAffected = async (db: Executor, classId: number): Promise<SeatHolder[]> => {
  const found: SeatHolder[] = [];
  for (const holder of await findSeatHolders(db, classId))
    found.push({ ...holder, refundable: await findRefundable(db, holder) });
  return found;
};

/** Returns what `callOffClass` would do now. */
export const previewCallOff = async (db: Executor, classId: number) => {
  const holders = await findAffected(db, classId);
  const refunds = holders.filter(({ refundable }) => refundable.amount > 0);
  return {
    people: holders.length,
    refunds: refunds.length,
    amount: refunds.reduce((sum, { refundable }) => sum + refundable.amount, 0),
  };
};

const queueCalledOffMail = (
  tx: Tx,
  { id, state, refundable }: SeatHolder,
  { reason, text }: Cause,
  now: Date,
): Promise<void> =>
  queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) =>
      classCalledOffLetter({
        ...about,
        reason: callOffReasonNames[reason],
        text,
        refund: refundable.amount,
        paymentConfirmed: refundable.paymentConfirmed,
        ...(state === 'confirmed' && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );

/**
 * 停開: cancels all registrations that hold a seat, with refunds and mails. Repeating it changes nothing:
 * `refuseImpossibleAct` lets a repeat pass, no seat holders are left, and `takeStep` does nothing.
 */
export const callOffClass = async (
  tx: Tx,
  { id, reason, text }: Cause & { id: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseImpossibleAct(tx, 'callOff', opening, now);
  const explanation = `課程停開（${callOffReasonNames[reason]}）：${text}`;
  const holders = await findAffected(tx, id);
  const chosen = { classId: id, ids: holders.map((holder) => holder.id) };
  await giveBackSeats(tx, 'cancel_by_staff', chosen, { actor, now, reason: explanation });
  for (const holder of holders) {
    await recordRefundDue(
      tx,
      { ...holder.refundable, registrationId: holder.id, reason: explanation },
      { actor, now },
    );
    await queueCalledOffMail(tx, holder, { reason, text }, now);
  }
  const refunds = holders.filter(({ refundable }) => refundable.amount > 0).length;
  await takeStep(
    tx,
    'call_off',
    opening,
    {
      set: { publishedAt: null, callOffReason: reason, callOffText: text },
      after: { reason: callOffReasonNames[reason], text, people: holders.length, refunds },
    },
    { actor, now },
  );
};
