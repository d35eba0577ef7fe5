import { renewIdentityBudget as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const renewIdentityBudget = (id: number) => call(endpoint, { params: { id } });
