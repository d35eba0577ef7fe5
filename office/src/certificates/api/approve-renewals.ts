import { approveRenewals as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const approveRenewals = (ids: readonly number[]) => call(endpoint, { body: { ids: [...ids] } });
