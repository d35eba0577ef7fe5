import { mayDecide, type Staff } from '../accounts/actors.ts';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { findRegistration, type ReviewedRegistration } from './queries.ts';

/** The registration, if these staff may decide about it. Another organisation's answers like none at all. */
export const findReviewed = async (
  db: Executor,
  registrationId: number,
  staff: Staff,
): Promise<ReviewedRegistration> => {
  const found = await findRegistration(db, registrationId);
  if (!found || !mayDecide(staff, found.organizationId)) throw new Refusal('registration_unknown');
  return found;
};
