import type { Input } from '@portal/contract/endpoint';
import { confirmTotp as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const confirmTotp = (body: Input<typeof endpoint.body>) => call(endpoint, { body });
