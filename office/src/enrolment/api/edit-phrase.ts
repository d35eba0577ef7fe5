import type { Input } from '@portal/contract/endpoint';
import { editPhrase as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const editPhrase = (id: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id }, body });
