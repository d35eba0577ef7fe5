import { today } from '@portal/contract/dates';
import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import type { Staff } from '../staff/actors.ts';
import { approvedLetter } from './letters.ts';
import { queueRegistrationMail } from './queue-registration-mail.ts';
import { findReviewed } from './review.ts';
import { paymentDueOf } from './rules.ts';
import { applyStep, refuseUnlessDone } from './transition.ts';

/** Confirms at once if the class is free. Returns false if the registration was approved before. */
export const approveRegistration = async (
  tx: Tx,
  { registrationId }: { registrationId: number },
  { actor, now }: Circumstances<Staff>,
): Promise<boolean> => {
  const { id, classId, fee, group, ...opening } = await findReviewed(tx, registrationId, {
    actor,
    right: 'registration.review',
  });
  const step = fee === 0 ? 'approve_free' : 'approve';
  const due = fee === 0 ? {} : { paymentDue: paymentDueOf(opening, today(now)) };
  const changed = await applyStep(tx, step, [id], { actor, now, inClass: classId, ...due });
  if (changed.length === 0) return refuseUnlessDone(tx, step, id);
  await queueRegistrationMail(
    tx,
    { registrationId: id },
    (about, _person, seat) =>
      approvedLetter({ ...about, toPay: fee > 0, ...(fee === 0 ? { seat } : { group }) }),
    now,
  );
  return true;
};
