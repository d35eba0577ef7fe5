import { notifyPeople as endpoint } from '@portal/contract/office/incidents';
import { call } from '../../platform/call.ts';

export const notifyPeople = (id: number, version: number, idempotencyKey: string) =>
  call(endpoint, { params: { id }, body: { version }, idempotencyKey });
