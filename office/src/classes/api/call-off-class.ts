import type { Input } from '@portal/contract/endpoint';
import { callOffClass as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const callOffClass = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
