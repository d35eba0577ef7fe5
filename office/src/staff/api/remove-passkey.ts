import { removePasskey as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const removePasskey = (id: number) => call(endpoint, { params: { id } });
