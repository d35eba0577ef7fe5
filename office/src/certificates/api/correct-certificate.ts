import type { Input } from '@portal/contract/endpoint';
import { correctCertificate as endpoint } from '@portal/contract/office/certificate-register';
import { call } from '../../platform/call.ts';

export const correctCertificate = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
