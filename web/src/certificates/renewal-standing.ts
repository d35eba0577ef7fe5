import type { Certificate } from '@portal/contract/certificates';

/** asked: waits for its review. open: may be asked for. The others say why not. */
type RenewalStanding = 'asked' | 'open' | 'early' | 'ordinary';

type Judged = Pick<Certificate, 'state' | 'asked' | 'can_ask'>;

/** How a valid certificate stands to its renewal (specification §4, certificate row). */
export const renewalStanding = ({ state, asked, can_ask }: Judged): RenewalStanding => {
  if (asked) return 'asked';
  if (!state) return 'ordinary';
  return can_ask ? 'open' : 'early';
};
