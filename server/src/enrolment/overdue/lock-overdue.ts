import { today } from '@portal/contract/dates';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { refuseUnseen, requireSeen, type SeenRegistration } from '../registration-version.ts';

/** Locks the class and the registration. Throws `overdue_not` unless the registration is unpaid after its deadline. */
export const lockOverdue = async (tx: Tx, seen: SeenRegistration, { actor, now }: Context<Staff>) => {
  const found = await requireSeen(tx, seen, { actor, right: 'registration.review' });
  await refuseUnseen(tx, seen);
  const { state, paymentDue } = found;
  if (state !== 'unpaid' || paymentDue === null || paymentDue >= today(now)) throw new Refusal('overdue_not');
  return { ...found, paymentDue };
};
