import { suspendStaff as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const suspendStaff = (id: number) => call(endpoint, { params: { id } });
