import { revokeCertificate as endpoint } from '@portal/contract/office/certificate-register';
import { call } from '../../platform/call.ts';

export const revokeCertificate = (id: number, reason: string, version: number) =>
  call(endpoint, { params: { id }, body: { reason, version } });
