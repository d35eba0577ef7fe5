import type { Input } from '@portal/contract/endpoint';
import { confirmPayment as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const confirmPayment = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
