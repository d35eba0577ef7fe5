import type { Right } from '@portal/contract/rights';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { findRegistration, type RegistrationWithClass } from './queries.ts';

interface StaffAccess {
  readonly actor: Staff;
  readonly right: Right;
}

/** Throws `registration_unknown` unless the right holds for the registration's organisation. */
export const requireRegistration = async (
  db: Executor,
  registrationId: number,
  { actor, right }: StaffAccess,
): Promise<RegistrationWithClass> => {
  const found = await findRegistration(db, registrationId);
  if (!found || !may(actor, right, found.organizationId)) throw new Refusal('registration_unknown');
  return found;
};
