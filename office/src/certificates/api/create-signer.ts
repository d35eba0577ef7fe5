import type { Input } from '@portal/contract/endpoint';
import { createSigner as endpoint } from '@portal/contract/office/certificate-layouts';
import { call } from '../../platform/call.ts';

export const createSigner = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
