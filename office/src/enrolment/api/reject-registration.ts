import type { Input } from '@portal/contract/endpoint';
import { rejectRegistration as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const rejectRegistration = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
