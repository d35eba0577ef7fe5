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
