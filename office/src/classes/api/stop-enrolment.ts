import { stopEnrolment as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';
import type { SeenClass } from './seen-class.ts';

export const stopEnrolment = ({ id, version }: SeenClass) =>
  call(endpoint, { params: { id }, body: { version } });
