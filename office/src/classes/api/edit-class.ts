import type { Input } from '@portal/contract/endpoint';
import { editClass as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const editClass = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
