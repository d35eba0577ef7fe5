import { releaseIdentifier } from '../../accounts/profile/release-identifier.ts';
import type { Context } from '../../audit/actor.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight, WHOLE_ASSOCIATION } from '../../staff/policy.ts';
import { type GivenBack, giveBackUnpaidSeats } from './give-back-unpaid-seats.ts';

interface Release {
  /** Normalised. */
  readonly number: string;
  /** The account that staff saw with this number. Throws if another account holds it by now. */
  readonly holderId?: number;
  readonly reason?: string;
}

/**
 * Takes an identity or passport number away from the account of somebody who joined with another person's number:
 * suspends the account and cancels its pending and unpaid registrations.
 */
export const releaseNumber = (
  tx: Tx,
  release: Release,
  { actor, now }: Context<StaffOrSystem>,
): Promise<{ accountId: number; seats: GivenBack }> => {
  requireRight(actor, 'person.release', WHOLE_ASSOCIATION);
  // `accounts` may not import this module, so `releaseIdentifier` gets a function.
  const giveBack = (accountId: number) => giveBackUnpaidSeats(tx, { accountId }, { actor, now });
  return releaseIdentifier(tx, { ...release, giveBack }, { actor, now });
};
