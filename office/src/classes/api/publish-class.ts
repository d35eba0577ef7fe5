import type { Input } from '@portal/contract/endpoint';
import { publishClass as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const publishClass = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
