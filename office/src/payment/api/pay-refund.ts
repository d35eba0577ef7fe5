import type { Input } from '@portal/contract/endpoint';
import { payRefund as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const payRefund = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
