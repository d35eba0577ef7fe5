import { sendMailAgain as endpoint } from '@portal/contract/office/correspondence';
import { call } from '../../platform/call.ts';

export const sendMailAgain = (id: string, idempotencyKey: string) =>
  call(endpoint, { params: { id }, idempotencyKey });
