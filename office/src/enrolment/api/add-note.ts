import type { Input } from '@portal/contract/endpoint';
import { addNote as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const addNote = (id: number, body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { params: { id }, body, idempotencyKey });
