import type { Input } from '@portal/contract/endpoint';
import { addGroupPerson } from '@portal/contract/office/groups';
import { call } from '../../platform/call.ts';

export const addPerson = (id: number, body: Input<typeof addGroupPerson.body>) =>
  call(addGroupPerson, { params: { id }, body });
