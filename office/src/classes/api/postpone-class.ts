import type { Input } from '@portal/contract/endpoint';
import { postponeClass as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const postponeClass = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
