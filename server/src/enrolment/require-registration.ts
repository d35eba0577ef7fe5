import type { Right } from '@portal/contract/rights';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { type LockedRegistration, lockInClass } from './lock-registrations.ts';
import { findRegistrations, type RegistrationWithClass } from './queries.ts';

interface StaffAccess {
  readonly actor: Staff;
  readonly right: Right;
}

/** Throws `registration_unknown` unless all exist and the right holds for their organisations. */
export const requireRegistrations = async (
  db: Executor,
  ids: readonly number[],
  { actor, right }: StaffAccess,
): Promise<RegistrationWithClass[]> => {
  const found = await findRegistrations(db, ids);
  const areReached = found.every(({ organizationId }) => may(actor, right, organizationId));
  if (found.length < new Set(ids).size || !areReached) throw new Refusal('registration_unknown');
  return found;
};

/** Throws `registration_unknown` unless the right holds for the registration's organisation. */
export const requireRegistration = async (
  db: Executor,
  registrationId: number,
  access: StaffAccess,
): Promise<RegistrationWithClass> => {
  const [found] = await requireRegistrations(db, [registrationId], access);
  if (!found) throw new Refusal('registration_unknown');
  return found;
};

/** Locks the registration and its class too. Throws `review_conflict` if it moves to another class meanwhile. */
export const requireLocked = async (
  tx: Tx,
  registrationId: number,
  { actor, right }: StaffAccess,
): Promise<LockedRegistration & Pick<RegistrationWithClass, 'group'>> => {
  const { classId, group } = await requireRegistration(tx, registrationId, { actor, right });
  const [locked] = await lockInClass(tx, classId, [registrationId]);
  if (!locked) throw new Refusal('review_conflict');
  return { ...locked, group };
};
