import type { Input } from '@portal/contract/endpoint';
import { inviteStaff as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const inviteStaff = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
