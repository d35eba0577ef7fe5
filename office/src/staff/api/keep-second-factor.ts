import { keepSecondFactor as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const keepSecondFactor = (id: number) => call(endpoint, { params: { id } });
