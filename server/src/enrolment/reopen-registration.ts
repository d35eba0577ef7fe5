import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { reopenedLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findReviewed } from './review.ts';
import { takeSeatAgain } from './seats.ts';
import { refuseUnlessDone } from './transition.ts';

/** Returns false if the registration was reopened before. Throws if there is no seat for it. */
export const reopenRegistration = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const found = await findReviewed(tx, registrationId, { actor, right: 'registration.review' });
  if (hasStarted(found, now)) throw new Refusal('review_after_start');
  const changed = await takeSeatAgain(tx, found, { actor, now, paymentDue: null });
  if (changed.length === 0) return refuseUnlessDone(tx, 'reopen', found.id);
  await queueRegistrationMail(
    tx,
    { registrationId: found.id },
    (about) => reopenedLetter({ ...about, toPay: found.fee > 0 }),
    now,
  );
  return true;
};
