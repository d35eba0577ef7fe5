import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseUnmadeStep } from './apply-step.ts';
import { rejectedLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { requireLocked } from './require-registration.ts';
import { giveBackSeats } from './seats.ts';

/** Returns false if the registration was rejected before; the first reason stays. */
export const rejectRegistration = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const locked = await requireLocked(tx, registrationId, { actor, right: 'registration.review' });
  const changed = await giveBackSeats(tx, 'reject', [locked], { actor, now, reason });
  if (changed.length === 0) {
    refuseUnmadeStep('reject', locked.state);
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
