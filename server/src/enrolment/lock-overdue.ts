import { today } from '@portal/contract/dates';
import type { Circumstances } from '../audit/actor.ts';
import type { Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { requireLocked } from './require-registration.ts';

/** Locks the class and the registration. Throws `overdue_not` unless the registration is unpaid after its deadline. */
export const lockOverdue = async (tx: Tx, registrationId: number, { actor, now }: Circumstances<Staff>) => {
  const found = await requireLocked(tx, registrationId, { actor, right: 'registration.review' });
  const { state, paymentDue } = found;
  if (state !== 'unpaid' || paymentDue === null || paymentDue >= today(now)) throw new Refusal('overdue_not');
  return { ...found, paymentDue };
};
