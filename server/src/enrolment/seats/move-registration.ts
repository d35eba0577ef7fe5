import { readable, today } from '@portal/contract/dates';
import { dollars } from '@portal/contract/money';
import type { EventData } from '@portal/contract/office/event-fields';
import type { Context } from '../../audit/actor.ts';
import type { LockedClass } from '../../catalogue/lock-class.ts';
import { findPublicClass } from '../../catalogue/queries.ts';
import { isPublic } from '../../classes/states.ts';
import { findBalance } from '../../money/balance.ts';
import { chargeMove } from '../../money/charge-move.ts';
import { balanceOf } from '../../money/rules.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { refuseUnlessTransitioned } from '../apply-step.ts';
import type { CalendarSeat } from '../letter-parts.ts';
import { movedLetter } from '../letters.ts';
import { type LockedRegistration, lockForMove } from '../lock-registrations.ts';
import { mayReviewIn } from '../policy.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import { refuseUnseen, type SeenRegistration } from '../registration-version.ts';
import { requireRegistration } from '../require-registration.ts';
import { type MoveStep, moveRefusal, moveStep, paymentDueOf } from '../rules.ts';
import { hasCharges, type State } from '../states.ts';
import type { registrations } from '../tables.ts';
import { transferSeat } from './seats.ts';

interface MoveRequest extends SeenRegistration {
  /** Code of the class to move to. */
  readonly code: string;
  /** The new fee minus the former one, as staff saw it. */
  readonly difference: number;
  readonly reason: string | null;
}

/**
 * Throws `staff_class_unknown` if the class is unknown, not public or out of scope, or if the registration moved
 * meanwhile.
 */
const lockWithTarget = async (
  tx: Tx,
  { id, classId, code }: { id: number; classId: number; code: string },
  actor: Staff,
): Promise<{ before: LockedRegistration; to: LockedClass; groupName: string | null }> => {
  const target = await findPublicClass(tx, code);
  if (!target) throw new Refusal('staff_class_unknown');
  const { registration, to } = await lockForMove(tx, { id, classId, toClassId: target.id });
  // The class may have been withdrawn or called off while waiting for the lock.
  if (!registration || !to || !isPublic(to.state) || !mayReviewIn(actor, to)) {
    throw new Refusal('staff_class_unknown');
  }
  return { before: registration, to, groupName: target.groupName };
};

/**
 * The new payment deadline, if it changes. For a reported payment it only changes to an earlier day: if staff reject
 * the report, the person gets no more time than before.
 */
const deadlineChange = (
  step: MoveStep,
  { state, paymentDue }: Pick<typeof registrations.$inferSelect, 'state' | 'paymentDue'>,
  to: LockedClass,
  now: Date,
): { paymentDue?: string | null } => {
  if (step === 'move_to_confirmed') return { paymentDue: null };
  const due = paymentDueOf(to, today(now));
  if (step === 'move_to_unpaid' || state === 'unpaid') return { paymentDue: due };
  return state === 'reported' && (paymentDue ?? due) > due ? { paymentDue: due } : {};
};

const calendarChange = (step: MoveStep, before: State, seat: CalendarSeat): { seat?: CalendarSeat } => {
  if (step === 'move_to_confirmed') return { seat };
  if (before !== 'confirmed') return {};
  return { seat: { ...seat, revision: step === 'move_to_unpaid' ? 'cancelled' : 'moved' } };
};

/** Amounts in whole New Taiwan dollars. */
interface Move {
  readonly step: MoveStep;
  /** The state before the move. */
  readonly before: State;
  /** The amount that the person owes after the move. */
  readonly after: number;
  readonly paymentDue?: string | null | undefined;
  /** The code of the former class. */
  readonly former: string;
  readonly reason: string | null;
  readonly owed: number;
  readonly refund: number;
}

const queueMovedMail = (tx: Tx, registrationId: number, move: Move, now: Date) =>
  queueRegistrationMail(
    tx,
    { registrationId },
    ({ about, seat }) => {
      const { step, before, paymentDue, after, ...rest } = move;
      const dues = paymentDue && before !== 'reported' && { amount: after, due: readable(paymentDue) };
      return movedLetter({
        ...about,
        ...rest,
        toPay: step === 'move_to_unpaid',
        ...(dues && { dues }),
        ...calendarChange(step, before, seat),
      });
    },
    now,
  );

/**
 * Moves the registration to another class of the course. The person owes the difference between the fees, or gets it
 * back as a refund. Throws `move_difference` if the difference is not the one that staff saw.
 */
export const moveRegistration = async (
  tx: Tx,
  { code, difference, reason, ...seen }: MoveRequest,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const { id, classId } = await requireRegistration(tx, seen.registrationId, {
    actor,
    right: 'registration.review',
  });
  const { before, to, groupName } = await lockWithTarget(tx, { id, classId, code }, actor);
  const from = { ...before.class, fee: before.fee ?? before.class.fee };
  await refuseUnseen(tx, seen);
  const isCharged = hasCharges(before.state);
  const after = isCharged ? balanceOf(await findBalance(tx, id)) + to.fee - from.fee : 0;
  const step = moveStep(before, after);
  const refusal = moveRefusal(before, from, to, now);
  if (refusal) throw new Refusal(refusal, { values: { name: groupName ?? '' } });
  if (to.fee - from.fee !== difference) {
    throw new Refusal('move_difference', { values: { n: dollars(to.fee - from.fee) } });
  }

  const owed = step === 'move_to_unpaid' && from.fee > 0 ? difference : 0;
  const data = { from: from.code, to: to.code, difference, owed } satisfies EventData;
  const deadline = deadlineChange(step, before, to, now);
  const changed = await transferSeat(
    tx,
    { locked: before, to: to.id, step },
    {
      actor,
      now,
      data,
      ...deadline,
      ...(isCharged && { fee: to.fee }),
      // The trainee sees the former class; the reason of staff goes to the history and the mail.
      reason: `已由 ${from.code} 轉班`,
      note: reason,
    },
  );
  // Always throws: `step` was chosen from the locked state, so this is no repeat.
  if (changed.length === 0) return refuseUnlessTransitioned(step, before.state);
  const entry = { registrationId: id, difference, reason: `轉班至 ${to.code}` };
  const refund = isCharged ? await chargeMove(tx, entry, { actor, now }) : 0;
  const move = { step, before: before.state, after, paymentDue: deadline.paymentDue };
  await queueMovedMail(tx, id, { ...move, former: from.code, reason, owed, refund }, now);
};
