import type { Input } from '@portal/contract/endpoint';
import { editGroup as endpoint } from '@portal/contract/office/groups';
import { call } from '../../platform/call.ts';

export const editGroup = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
