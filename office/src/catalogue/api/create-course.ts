import type { Input } from '@portal/contract/endpoint';
import { createCourse as endpoint } from '@portal/contract/office/catalogue';
import { call } from '../../platform/call.ts';

export const createCourse = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
