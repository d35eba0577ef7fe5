import type { Input } from '@portal/contract/endpoint';
import { createIntroType as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const createIntroType = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
