import type { Input } from '@portal/contract/endpoint';
import { enrolNewPerson as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const enrolNewPerson = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
