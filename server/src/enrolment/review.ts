import type { Right } from '@portal/contract/rights';
import type { Executor } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import { may } from '../staff/policy.ts';
import { findRegistration, type ReviewedRegistration } from './queries.ts';

interface Reviewer {
  readonly actor: Staff;
  readonly right: Right;
}

/** Throws `registration_unknown` unless the right holds for the registration's organisation. */
export const findReviewed = async (
  db: Executor,
  registrationId: number,
  { actor, right }: Reviewer,
): Promise<ReviewedRegistration> => {
  const found = await findRegistration(db, registrationId);
  if (!found || !may(actor, right, found.organizationId)) throw new Refusal('registration_unknown');
  return found;
};
