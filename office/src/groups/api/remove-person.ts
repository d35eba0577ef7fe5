import { removeGroupPerson } from '@portal/contract/office/groups';
import { call } from '../../platform/call.ts';

export const removePerson = (id: number, account: number, reason: string) =>
  call(removeGroupPerson, { params: { id, account }, body: { reason } });
