import type { Certificate } from '@portal/contract/certificates';

/** asked: waits for its review. open: may be asked for. The others say why not. */
type RenewalStanding = 'asked' | 'open' | 'early' | 'ordinary' | 'expired';

type Judged = Pick<Certificate, 'state' | 'asked' | 'can_ask' | 'end_time'>;

/** How a certificate stands to its renewal on a day in Taipei (specification §4, certificate row). */
export const renewalStanding = (certificate: Judged, day: string): RenewalStanding => {
  if (certificate.asked) return 'asked';
  if (certificate.state && certificate.can_ask) return 'open';
  if (certificate.end_time < day) return 'expired';
  return certificate.state ? 'early' : 'ordinary';
};
