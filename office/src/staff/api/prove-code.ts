import type { Input } from '@portal/contract/endpoint';
import { proveCode as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const proveCode = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
