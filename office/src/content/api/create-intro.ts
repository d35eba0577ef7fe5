import type { Input } from '@portal/contract/endpoint';
import { createIntro as endpoint } from '@portal/contract/office/content';
import { call } from '../../platform/call.ts';

export const createIntro = (id: number, body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { params: { id }, body, idempotencyKey });
