import type { Input } from '@portal/contract/endpoint';
import { acceptInvitation as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const acceptInvitation = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
