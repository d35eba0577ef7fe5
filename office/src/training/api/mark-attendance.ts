import type { Input } from '@portal/contract/endpoint';
import { markAttendance as endpoint } from '@portal/contract/office/training';
import { call } from '../../platform/call.ts';

export const markAttendance = (classId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: classId }, body });
