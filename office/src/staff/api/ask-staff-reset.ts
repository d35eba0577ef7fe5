import type { Input } from '@portal/contract/endpoint';
import { askStaffReset as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const askStaffReset = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
