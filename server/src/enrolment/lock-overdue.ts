import { today } from '@portal/contract/dates';
import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { lockRegistration } from './lock-registration.ts';
import { requireRegistration } from './require-registration.ts';
import { lockClasses } from './seats.ts';

/** Locks the class and the registration. Throws `overdue_not` unless the registration is unpaid after its deadline. */
export const lockOverdue = async (tx: Tx, registrationId: number, { actor, now }: Circumstances<Staff>) => {
  const { id, classId } = await requireRegistration(tx, registrationId, {
    actor,
    right: 'registration.review',
  });
  await lockClasses(tx, [classId]);
  const found = await lockRegistration(tx, id);
  const { state, paymentDue } = found;
  if (state !== 'unpaid' || paymentDue === null || paymentDue >= today(now)) throw new Refusal('overdue_not');
  return { ...found, paymentDue };
};
