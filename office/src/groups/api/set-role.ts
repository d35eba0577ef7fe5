import { type GroupRole, setGroupRole } from '@portal/contract/office/groups';
import { call } from '../../platform/call.ts';

export const setRole = (id: number, account: number, body: { role: GroupRole; reason: string }) =>
  call(setGroupRole, { params: { id, account }, body });
