import type { Input } from '@portal/contract/endpoint';
import { createGroup as endpoint } from '@portal/contract/office/groups';
import { call } from '../../platform/call.ts';

export const createGroup = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
