import { mayDecide, type Staff } from '../accounts/actors.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findRegistration, type ReviewedRegistration } from './queries.ts';

/** Returns the registration if the staff member may decide about it. Throws `registration_unknown` otherwise. */
export const findReviewed = async (
  db: Executor,
  registrationId: number,
  staff: Staff,
): Promise<ReviewedRegistration> => {
  const found = await findRegistration(db, registrationId);
  if (!found || !mayDecide(staff, found.organizationId)) throw new Refusal('registration_unknown');
  return found;
};
