import { type CallOffReason, callOffReasonNames } from '@portal/contract/office/classes';
import type { Circumstances } from '../audit/actor.ts';
import { refuseAct, takeStep } from '../catalogue/class-step.ts';
import { lockClass } from '../catalogue/lock-class.ts';
import type { Executor, Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { classCalledOffLetter } from './class-letters.ts';
import { oweRefund } from './owe-refund.ts';
import { findPaid, type Paid } from './paid.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findSeatHolders } from './queue-seat-holder-mails.ts';
import { giveBackSeats } from './seats.ts';

interface Cause {
  readonly reason: CallOffReason;
  readonly text: string;
}

type SeatHolder = Awaited<ReturnType<typeof findSeatHolders>>[number] & { readonly paid: Paid };

const findAffected = async (db: Executor, classId: number): Promise<SeatHolder[]> => {
  const found: SeatHolder[] = [];
  for (const holder of await findSeatHolders(db, classId))
    found.push({ ...holder, paid: await findPaid(db, holder) });
  return found;
};

export const callOffEffect = async (db: Executor, classId: number) => {
  const holders = await findAffected(db, classId);
  const refunds = holders.filter(({ paid }) => paid.amount > 0);
  return {
    people: holders.length,
    refunds: refunds.length,
    amount: refunds.reduce((sum, { paid }) => sum + paid.amount, 0),
  };
};

const queueCalledOffMail = (
  tx: Tx,
  { id, state, paid }: SeatHolder,
  { reason, text }: Cause,
  now: Date,
): Promise<void> =>
  queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) =>
      classCalledOffLetter({
        ...{ ...about, reason: callOffReasonNames[reason], text },
        ...{ refund: paid.amount, paymentConfirmed: paid.paymentConfirmed },
        ...(state === 'confirmed' && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );

/** 停開: cancels all registrations that hold a seat, with refunds and mails. Repeating it changes nothing. */
export const callOffClass = async (
  tx: Tx,
  { id, reason, text }: Cause & { id: number },
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  await refuseAct(tx, 'callOff', opening, now);
  if (opening.state === 'cancelled') return;
  const why = `課程停開（${callOffReasonNames[reason]}）：${text}`;
  const holders = await findAffected(tx, id);
  const seats = { classId: id, ids: holders.map((holder) => holder.id) };
  await giveBackSeats(tx, 'cancel_by_staff', seats, { actor, now, reason: why });
  for (const holder of holders) {
    await oweRefund(tx, { ...holder.paid, registrationId: holder.id, reason: why }, { actor, now });
    await queueCalledOffMail(tx, holder, { reason, text }, now);
  }
  const refunds = holders.filter(({ paid }) => paid.amount > 0).length;
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
