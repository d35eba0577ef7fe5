import { type CallOffReason, callOffReasonNames } from '@portal/contract/office/classes';
import type { Context } from '../../audit/actor.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import { letterRefund } from '../../enrolment/letter-parts.ts';
import { lockSeatHolders } from '../../enrolment/lock-registrations.ts';
import { queueRegistrationMails } from '../../enrolment/queue-registration-mail.ts';
import { giveBackSeats, type ReleasedSeat } from '../../enrolment/seats/seats.ts';
import { findBalances } from '../../money/balance.ts';
import { heldOf } from '../../money/rules.ts';
import type { Executor, Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { classCalledOffLetter } from '../letters.ts';
import { refuseImpossibleAct, takeStep } from './class-step.ts';
import { isRepeated, type SeenClass } from './class-version.ts';
import { findSeatHolders } from './queue-seat-holder-mails.ts';

interface Cause {
  readonly reason: CallOffReason;
  /** Explains the reason in a sentence. */
  readonly text: string;
}

/** Returns what `callOffClass` would do now. */
export const previewCallOff = async (db: Executor, classId: number) => {
  const holders = await findSeatHolders(db, classId);
  const balances = await findBalances(
    db,
    holders.map(({ id }) => id),
  );
  const held = balances.map(heldOf).filter((amount) => amount > 0);
  return {
    people: holders.length,
    refunds: held.length,
    amount: held.reduce((sum, amount) => sum + amount, 0),
    reported: holders.filter(({ state }) => state === 'reported').length,
  };
};

const queueCalledOffMails = (
  tx: Tx,
  cancelled: readonly ReleasedSeat[],
  { reason, text }: Cause,
  now: Date,
): Promise<void> =>
  queueRegistrationMails(
    tx,
    cancelled.map((released) => ({ registrationId: released.id, released })),
    ({ about, seat }, { released }) =>
      classCalledOffLetter({
        ...about,
        reason: callOffReasonNames[reason],
        text,
        ...letterRefund(released),
        ...(released.from === 'confirmed' && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );

/**
 * 停開: cancels all registrations that hold a seat, with refunds and mails. Repeating it changes nothing.
 */
export const callOffClass = async (
  tx: Tx,
  { reason, text, ...seen }: Cause & SeenClass,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { id } = seen;
  const trainingClass = await lockClass(tx, { id, actor, right: 'class.publish' });
  if (await isRepeated(tx, 'class.call_off', seen, actor)) return;
  const locked = await lockSeatHolders(tx, trainingClass);
  await refuseImpossibleAct(tx, 'callOff', trainingClass, now);
  const explanation = `課程停開（${callOffReasonNames[reason]}）：${text}`;
  const details = { actor, now, reason: explanation };
  const cancelled = await giveBackSeats(tx, 'cancel_by_staff', locked, details);
  await queueCalledOffMails(tx, cancelled, { reason, text }, now);
  const refunds = cancelled.filter(({ refund }) => refund > 0).length;
  await takeStep(
    tx,
    'call_off',
    trainingClass,
    {
      set: { publishedAt: null, callOffReason: reason, callOffText: text },
      after: { reason: callOffReasonNames[reason], text, people: cancelled.length, refunds },
    },
    { actor, now },
  );
};
