import type { Circumstances } from '../audit/actor.ts';
import { hasStarted } from '../catalogue/rules.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { refuseUnmadeStep } from './apply-step.ts';
import { reopenedLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { requireLocked } from './require-registration.ts';
import { takeSeatAgain } from './seats.ts';

/**
 * Returns false if the registration was reopened before. Throws if no seat is free. The reason is kept in the
 * history only.
 */
export const reopenRegistration = async (
  tx: Tx,
  { registrationId, reason }: { registrationId: number; reason: string },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const locked = await requireLocked(tx, registrationId, { actor, right: 'registration.review' });
  if (hasStarted(locked.class, now)) throw new Refusal('review_after_start');
  const reset = { paymentDue: null, confirmBy: null };
  const changed = await takeSeatAgain(tx, locked, { actor, now, note: reason, ...reset });
  if (changed.length === 0) {
    refuseUnmadeStep('reopen', locked.state);
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
