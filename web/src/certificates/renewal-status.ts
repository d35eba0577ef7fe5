import type { Certificate } from '@portal/contract/certificates';

/** asked: waits for its review. open: may be asked for. The others say why not. */
type RenewalStatus = 'asked' | 'open' | 'early' | 'ordinary';

type Judged = Pick<Certificate, 'state' | 'asked' | 'can_ask'>;

/** Renewal status of a valid certificate (specification §4, certificate row). */
export const renewalStatus = ({ state, asked, can_ask }: Judged): RenewalStatus => {
  if (asked) return 'asked';
  if (!state) return 'ordinary';
  return can_ask ? 'open' : 'early';
};
