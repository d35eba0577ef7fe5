import { type CallOffReason, callOffReasonNames } from '@portal/contract/office/classes';
import type { Circumstances } from '../audit/actor.ts';
import { refuseImpossibleAct, takeStep } from '../catalogue/class-step.ts';
import { isRepeated, type SeenClass } from '../catalogue/class-version.ts';
import { lockClass } from '../catalogue/lock-class.ts';
import type { Executor, Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { findRefundable, type Refundable } from './amounts.ts';
import { classCalledOffLetter } from './class-letters.ts';
import { lockSeatHolders } from './lock-registrations.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findSeatHolders } from './queue-seat-holder-mails.ts';
import { recordRefundDue } from './record-refund-due.ts';
import { giveBackSeats } from './seats.ts';
import type { registrations } from './tables.ts';

interface Cause {
  readonly reason: CallOffReason;
  /** Explains the reason in a sentence. */
  readonly text: string;
}

type Registration = typeof registrations.$inferSelect;
type Refunded<R> = R & { readonly refundable: Refundable };

const withRefunds = async <R extends Registration>(
  db: Executor,
  holders: readonly R[],
): Promise<Refunded<R>[]> => {
  const found: Refunded<R>[] = [];
  for (const holder of holders) found.push({ ...holder, refundable: await findRefundable(db, holder) });
  return found;
};

/** Returns what `callOffClass` would do now. */
export const previewCallOff = async (db: Executor, classId: number) => {
  const holders = await withRefunds(db, await findSeatHolders(db, classId));
  const refunds = holders.filter(({ refundable }) => refundable.amount > 0);
  return {
    people: holders.length,
    refunds: refunds.length,
    amount: refunds.reduce((sum, { refundable }) => sum + refundable.amount, 0),
  };
};

const queueCalledOffMail = (
  tx: Tx,
  { id, state, refundable }: Refunded<Registration>,
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
 * 停開: cancels all registrations that hold a seat, with refunds and mails. Repeating it changes nothing.
 */
export const callOffClass = async (
  tx: Tx,
  { reason, text, ...seen }: Cause & SeenClass,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id } = seen;
  const opening = await lockClass(tx, { id, actor, right: 'class.publish' });
  if (await isRepeated(tx, 'class.call_off', seen, actor)) return;
  const locked = await lockSeatHolders(tx, opening);
  await refuseImpossibleAct(tx, 'callOff', opening, now);
  const explanation = `課程停開（${callOffReasonNames[reason]}）：${text}`;
  const holders = await withRefunds(tx, locked);
  await giveBackSeats(tx, 'cancel_by_staff', holders, { actor, now, reason: explanation });
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
