import type { Input } from '@portal/contract/endpoint';
import { recordPartialPayment as endpoint } from '@portal/contract/office/payment';
import { call } from '../../platform/call.ts';

export const recordPartialPayment = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
