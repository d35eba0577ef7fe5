import { inviteStaffAgain as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const inviteStaffAgain = (id: number) => call(endpoint, { params: { id } });
