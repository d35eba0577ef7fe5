import type { Input } from '@portal/contract/endpoint';
import { resetStaffPassword as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const resetStaffPassword = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
