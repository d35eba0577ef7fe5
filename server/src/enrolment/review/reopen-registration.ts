import type { Context } from '../../audit/actor.ts';
import { hasStarted } from '../../catalogue/rules.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { reopenedLetter } from '../letters.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import {
  isRepeated,
  refuseUnlessDecided,
  requireSeen,
  type SeenRegistration,
} from '../registration-version.ts';
import { takeSeatAgain } from '../seats/seats.ts';

/**
 * Returns false if the registration was reopened before. Throws if no seat is free. The reason is kept in the
 * history only.
 */
export const reopenRegistration = async (
  tx: Tx,
  { reason, ...seen }: SeenRegistration & { reason: string },
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const locked = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  if (await isRepeated(tx, 'reopen', seen, actor)) return false;
  if (hasStarted(locked.class, now)) throw new Refusal('review_after_start');
  const reset = { paymentDue: null, fee: null, confirmBy: null };
  const changed = await takeSeatAgain(tx, locked, { actor, now, note: reason, ...reset });
  if (changed.length === 0) {
    refuseUnlessDecided('reopen', locked, seen);
    return false;
  }
  await queueRegistrationMail(
    tx,
    { registrationId: locked.id },
    ({ about }) => reopenedLetter({ ...about, toPay: locked.class.fee > 0 }),
    now,
  );
  return true;
};
