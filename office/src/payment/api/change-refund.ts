import type { Input } from '@portal/contract/endpoint';
import { changeRefund as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const changeRefund = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
