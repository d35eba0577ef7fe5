import type { Input } from '@portal/contract/endpoint';
import { signIn as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const signIn = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
