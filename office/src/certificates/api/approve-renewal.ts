import { approveRenewal as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const approveRenewal = (id: number, exceptionReason: string | null) =>
  call(endpoint, { params: { id }, body: { exceptionReason } });
