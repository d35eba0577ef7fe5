import { approveRenewal as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const approveRenewal = (id: number) => call(endpoint, { params: { id } });
