import type { Input } from '@portal/contract/endpoint';
import { recordRequest as endpoint } from '@portal/contract/office/privacy';
import { call } from '../../platform/call.ts';

export const recordRequest = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
