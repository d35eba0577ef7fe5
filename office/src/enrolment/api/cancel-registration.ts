import type { Input } from '@portal/contract/endpoint';
import { cancelByStaff } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const cancelRegistration = (id: number, body: Input<typeof cancelByStaff.body>) =>
  call(cancelByStaff, { params: { id }, body });
