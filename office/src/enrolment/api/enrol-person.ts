import type { Input } from '@portal/contract/endpoint';
import { enrolPerson as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const enrolPerson = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
