import type { Input } from '@portal/contract/endpoint';
import { approveRenewal as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const approveRenewal = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
