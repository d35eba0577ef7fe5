import { resumeStaff as endpoint } from '@portal/contract/office/staff';
import { call } from '../../platform/call.ts';

export const resumeStaff = (id: number) => call(endpoint, { params: { id } });
