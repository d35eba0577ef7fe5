import type { Certificate } from '@portal/contract/certificates';

/** The others are reasons. */
type RenewalStatus = 'asked' | 'open' | 'early' | 'ordinary';

type RenewalFacts = Pick<Certificate, 'state' | 'asked' | 'can_ask'>;

/** Specification §4, certificate row. */
export const renewalStatus = ({ state, asked, can_ask }: RenewalFacts): RenewalStatus => {
  if (asked) return 'asked';
  if (!state) return 'ordinary';
  return can_ask ? 'open' : 'early';
};

/** Returns certificates that can be renewed now, the earliest end first. They are still valid on their last day. */
export const dueRenewals = <Due extends RenewalFacts & Pick<Certificate, 'end_time'>>(
  certificates: readonly Due[],
): Due[] =>
  certificates
    .filter((certificate) => renewalStatus(certificate) === 'open')
    .toSorted((one, other) => one.end_time.localeCompare(other.end_time));
