import type { Input } from '@portal/contract/endpoint';
import { addPhrase as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const addPhrase = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
