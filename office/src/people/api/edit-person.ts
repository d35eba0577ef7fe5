import type { Input } from '@portal/contract/endpoint';
import { editPerson as endpoint } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const editPerson = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
