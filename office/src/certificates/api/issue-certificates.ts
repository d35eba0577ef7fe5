import type { Input } from '@portal/contract/endpoint';
import { issueCertificates as endpoint } from '@portal/contract/office/certificate-issuing';
import { call } from '../../platform/call.ts';

export const issueCertificates = (
  classId: number,
  body: Input<typeof endpoint.body>,
  idempotencyKey: string,
) => call(endpoint, { params: { id: classId }, body, idempotencyKey });
