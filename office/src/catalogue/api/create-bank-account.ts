import type { Input } from '@portal/contract/endpoint';
import { createBankAccount as endpoint } from '@portal/contract/office/catalogue';
import { call } from '../../platform/call.ts';

export const createBankAccount = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
