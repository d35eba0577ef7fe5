import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { letterRefund } from '../letter-parts.ts';
import { cancelledByStaffLetter } from '../letters.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import {
  isRepeated,
  refuseUnlessDecided,
  requireSeen,
  type SeenRegistration,
} from '../registration-version.ts';
import { giveBackSeats } from '../seats/seats.ts';

/** A payment becomes a refund due. Returns false if the registration was cancelled before. */
export const cancelByStaff = async (
  tx: Tx,
  { reason, ...seen }: SeenRegistration & { reason: string },
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const before = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  const { id } = before;
  if (await isRepeated(tx, 'cancel_by_staff', seen, actor)) return false;
  if (before.result !== null) throw new Refusal('staff_cancel_result');
  const [changed] = await giveBackSeats(tx, 'cancel_by_staff', [before], { actor, now, reason });
  if (!changed) {
    refuseUnlessDecided('cancel_by_staff', before, seen);
    return false;
  }
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about, seat }) =>
      cancelledByStaffLetter({
        ...about,
        reason,
        ...letterRefund(changed),
        ...(before.state === 'confirmed' && { seat: { ...seat, revision: 'cancelled' } }),
      }),
    now,
  );
  return true;
};
