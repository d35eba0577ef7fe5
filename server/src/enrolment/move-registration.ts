import { today } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import type { Circumstances } from '../audit/actor.ts';
import { findPublishedClass } from '../catalogue/queries.ts';
import { isPublic } from '../catalogue/states.ts';
import type { classes } from '../catalogue/tables.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import type { ConfirmedSeat } from './class-in-letters.ts';
import { movedLetter } from './letters.ts';
import { oweRefund } from './owe-refund.ts';
import { findOwed, lockRegistration } from './paid.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { refundPartialPayments } from './refund-partial-payments.ts';
import { findReviewed } from './review.ts';
import { type MoveStep, moveRefusal, moveStep, paymentDueOf, settleMove } from './rules.ts';
import { lockClasses, transferSeat } from './seats.ts';
import type { State } from './states.ts';
import type { registrations } from './tables.ts';
import { throwTransitionRefusal } from './transition.ts';

interface MoveRequest {
  readonly registrationId: number;
  /** Code of the class to move to. */
  readonly code: string;
  /** The new fee minus the former one, as staff saw it. */
  readonly difference: number;
  readonly reason: string | null;
}

type Opening = typeof classes.$inferSelect;

const lockBoth = async (
  tx: Tx,
  { code, classId }: { code: string; classId: number },
  actor: Staff,
): Promise<{ from: Opening; to: Opening; groupName: string | null }> => {
  const target = await findPublishedClass(tx, code);
  const locked = target ? await lockClasses(tx, [classId, target.id]) : [];
  const from = locked.find(({ id }) => id === classId);
  const to = locked.find(({ id }) => id === target?.id);
  if (
    !target ||
    !from ||
    !to ||
    !isPublic(to.state) ||
    !may(actor, 'registration.review', to.organizationId)
  ) {
    throw new Refusal('staff_class_unknown');
  }
  return { from, to, groupName: target.groupName };
};

/** A reported payment may be rejected later, so its deadline may become earlier but not later. */
const deadlineAfter = (
  step: MoveStep,
  { state, paymentDue }: Pick<typeof registrations.$inferSelect, 'state' | 'paymentDue'>,
  to: Opening,
  now: Date,
): { paymentDue?: string | null } => {
  if (step === 'move_to_free') return { paymentDue: null };
  const due = paymentDueOf(to, today(now));
  if (step === 'move_to_paid' || state === 'unpaid') return { paymentDue: due };
  return state === 'reported' && paymentDue !== null && paymentDue > due ? { paymentDue: due } : {};
};

const seatAfter = (step: MoveStep, before: State, seat: ConfirmedSeat): { seat?: ConfirmedSeat } => {
  if (step === 'move_to_free') return { seat };
  if (before !== 'confirmed') return {};
  return { seat: { ...seat, revision: step === 'move_to_paid' ? 'cancelled' : 'moved' } };
};

/** The person then owes the difference between the fees, or gets it back. */
export const moveRegistration = async (
  tx: Tx,
  { registrationId, code, difference, reason }: MoveRequest,
  { actor, now }: Circumstances<Staff>,
): Promise<void> => {
  const { id, classId } = await findReviewed(tx, registrationId, { actor, right: 'registration.review' });
  const { from, to, groupName } = await lockBoth(tx, { code, classId }, actor);
  const before = await lockRegistration(tx, id);
  const step = moveStep(before, from, to);
  const refused = moveRefusal(before, from, to, now);
  if (refused) throw new Refusal(refused, { values: { name: groupName ?? '' } });
  if (to.fee - from.fee !== difference) {
    throw new Refusal('move_difference', { values: { n: dollars(to.fee - from.fee) } });
  }

  const owedBefore = await findOwed(tx, id);
  const { owed, refund } = settleMove(before, difference, { fee: from.fee, owedBefore });
  const data = { from: from.code, to: to.code, difference, owed };
  const changed = await transferSeat(
    tx,
    { id, from: from.id, to: to.id, step },
    {
      ...{ actor, now, data, ...deadlineAfter(step, before, to, now) },
      ...{ reason: `已由 ${from.code} 轉班`, note: reason },
    },
  );
  if (changed.length === 0) return void (await throwTransitionRefusal(tx, step, id));
  if (step === 'move_to_free') await refundPartialPayments(tx, [id], { actor, now });
  const owedTo = { registrationId: id, amount: refund, reason: `轉班至 ${to.code}`, paymentConfirmed: true };
  await oweRefund(tx, owedTo, { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) =>
      movedLetter({
        ...about,
        former: from.code,
        reason,
        toPay: step === 'move_to_paid',
        owed,
        refund,
        ...seatAfter(step, before.state, seat),
      }),
    now,
  );
};
