import type { PaperFormat } from '@portal/contract/certificates';
import { printCertificates as endpoint } from '@portal/contract/office/certificate-issuing';
import { call } from '../../platform/call.ts';

export const printCertificates = (classId: number, format: PaperFormat, idempotencyKey: string) =>
  call(endpoint, { params: { id: classId }, body: { format }, idempotencyKey });
