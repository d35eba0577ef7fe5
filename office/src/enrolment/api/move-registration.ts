import type { Input } from '@portal/contract/endpoint';
import { moveRegistration as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const moveRegistration = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
