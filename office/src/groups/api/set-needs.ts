import type { Input } from '@portal/contract/endpoint';
import { setNeedsByStaff } from '@portal/contract/office/group-certificates';
import { call } from '../../platform/call.ts';

export const setNeeds = (id: number, body: Input<typeof setNeedsByStaff.body>) =>
  call(setNeedsByStaff, { params: { id }, body });
