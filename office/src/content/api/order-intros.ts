import type { Input } from '@portal/contract/endpoint';
import { orderIntros as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const orderIntros = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
