import type { Input } from '@portal/contract/endpoint';
import { correctResult as endpoint } from '@portal/contract/office/training';
import { call } from '../../platform/call.ts';

export const correctResult = (classId: number, registration: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: classId, registration }, body });
