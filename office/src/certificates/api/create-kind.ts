import type { Input } from '@portal/contract/endpoint';
import { createKind as endpoint } from '@portal/contract/office/certificate-kinds';
import { call } from '../../platform/call.ts';

export const createKind = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
