import { undoPayment as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const undoPayment = (id: number, reason: string) =>
  call(endpoint, { params: { id }, body: { reason } });
