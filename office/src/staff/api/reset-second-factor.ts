import { resetSecondFactor as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const resetSecondFactor = (id: number) => call(endpoint, { params: { id } });
