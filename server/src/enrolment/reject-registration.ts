import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseUnlessRepeated } from './apply-step.ts';
import { rejectedLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { requireRegistration } from './require-registration.ts';
import { giveBackSeats } from './seats.ts';

/** Returns false if the registration was rejected before; the first reason stays. */
export const rejectRegistration = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const { id, classId } = await requireRegistration(tx, registrationId, {
    actor,
    right: 'registration.review',
  });
  const changed = await giveBackSeats(tx, 'reject', { classId, ids: [id] }, { actor, now, reason });
  if (changed.length === 0) {
    await refuseUnlessRepeated(tx, 'reject', id);
    return false;
  }
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    ({ about }) => rejectedLetter({ ...about, reason }),
    now,
  );
  return true;
};
