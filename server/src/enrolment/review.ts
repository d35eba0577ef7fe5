import type { Right } from '@portal/contract/rights';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { findRegistration, type ReviewedRegistration } from './queries.ts';

interface Reviewer {
  readonly actor: Staff;
  /** What they want to do with it. */
  readonly right: Right;
}

/** Returns the registration if the right holds for its organisation. Throws `registration_unknown` otherwise. */
export const findReviewed = async (
  db: Executor,
  registrationId: number,
  { actor, right }: Reviewer,
): Promise<ReviewedRegistration> => {
  const found = await findRegistration(db, registrationId);
  if (!found || !may(actor, right, found.organizationId)) throw new Refusal('registration_unknown');
  return found;
};
