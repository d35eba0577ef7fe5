import type { Input } from '@portal/contract/endpoint';
import { checkIn as endpoint } from '@portal/contract/office/training';
import { call } from '../../platform/call.ts';

export const checkIn = (classId: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: classId }, body });
