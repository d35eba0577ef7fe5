import type { Input } from '@portal/contract/endpoint';
import { createClasses as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const createClasses = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
