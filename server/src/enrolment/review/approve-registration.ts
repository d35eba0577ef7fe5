import { readable, today } from '@portal/contract/dates';
import type { Context } from '../../audit/actor.ts';
import { recordCharges } from '../../money/record-charges.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { applyStep } from '../apply-step.ts';
import { approvedLetter } from '../letters.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import {
  isRepeated,
  refuseUnlessDecided,
  requireSeen,
  type SeenRegistration,
} from '../registration-version.ts';
import { paymentDueOf } from '../rules.ts';

/** Fixes the fee, and confirms at once if there is none. Returns false if the registration was approved before. */
export const approveRegistration = async (
  tx: Tx,
  seen: SeenRegistration,
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const locked = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  const { id, group } = locked;
  const { fee } = locked.class;
  const step = fee === 0 ? 'approve_free' : 'approve';
  if (await isRepeated(tx, step, seen, actor)) return false;
  const paymentDue = fee === 0 ? null : paymentDueOf(locked.class, today(now));
  const changed = await applyStep(tx, step, [locked], { actor, now, paymentDue, fee });
  if (changed.length === 0) {
    refuseUnlessDecided(step, locked, seen);
    return false;
  }
  await recordCharges(tx, [{ registrationId: id, kind: 'fee', amount: fee }], { actor, now });
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) =>
      approvedLetter(
        paymentDue === null
          ? { ...about, toPay: false, seat }
          : { ...about, toPay: true, group, dues: { amount: fee, due: readable(paymentDue) } },
      ),
    now,
  );
  return true;
};
