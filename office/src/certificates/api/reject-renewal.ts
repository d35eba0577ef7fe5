import { rejectRenewal as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const rejectRenewal = (id: number, reason: string) =>
  call(endpoint, { params: { id }, body: { reason } });
