import type { Input } from '@portal/contract/endpoint';
import { changeStaffPassword } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const changePassword = (body: Input<typeof changeStaffPassword.body>) =>
  call(changeStaffPassword, { body });
