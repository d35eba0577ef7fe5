import type { Input } from '@portal/contract/endpoint';
import { addPerson as endpoint } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const addPerson = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
