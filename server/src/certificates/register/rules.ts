import { addDays } from '@portal/contract/dates';
import type { RegisterState } from '@portal/contract/office/certificate-register';
import { EXPIRING_DAYS } from '@portal/contract/office/code-names';
import type { CertificateState } from '../states.ts';

interface Dated {
  readonly state: CertificateState;
  /** The last valid day. */
  readonly endTime: string;
}

export const registerState = ({ state, endTime }: Dated, day: string): RegisterState => {
  if (state !== 'valid') return state;
  if (endTime < day) return 'expired';
  return endTime <= addDays(day, EXPIRING_DAYS) ? 'expiring' : 'valid';
};
