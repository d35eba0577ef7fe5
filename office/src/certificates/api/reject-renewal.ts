import { rejectRenewal as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const rejectRenewal = (id: number, reason: string, version: number) =>
  call(endpoint, { params: { id }, body: { reason, version } });
