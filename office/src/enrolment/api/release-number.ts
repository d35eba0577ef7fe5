import type { Input } from '@portal/contract/endpoint';
import { releaseNumber as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const releaseNumber = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
