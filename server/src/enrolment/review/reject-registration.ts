import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { rejectedLetter } from '../letters.ts';
import { queueRegistrationMail } from '../queue-registration-mail.ts';
import {
  isRepeated,
  refuseUnlessDecided,
  requireSeen,
  type SeenRegistration,
} from '../registration-version.ts';
import { giveBackSeats } from '../seats/seats.ts';

/** Returns false if the registration was rejected before; the first reason stays. */
export const rejectRegistration = async (
  tx: Tx,
  { reason, ...seen }: SeenRegistration & { reason: string },
  { actor, now }: Context<Staff>,
): Promise<boolean> => {
  const locked = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  if (await isRepeated(tx, 'reject', seen, actor)) return false;
  const changed = await giveBackSeats(tx, 'reject', [locked], { actor, now, reason });
  if (changed.length === 0) {
    refuseUnlessDecided('reject', locked, seen);
    return false;
  }
  await queueRegistrationMail(
    tx,
    { registrationId: locked.id },
    ({ about }) => rejectedLetter({ ...about, reason }),
    now,
  );
  return true;
};
