import { withdrawPayments as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const withdrawPayments = (paymentIds: readonly number[]) =>
  call(endpoint, { body: { paymentIds: [...paymentIds] } });
