import type { Input } from '@portal/contract/endpoint';
import { sendMessage as endpoint } from '@portal/contract/office/correspondence';
import { call } from '../../platform/call.ts';

export const sendMessage = (classId: number, body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { params: { id: classId }, body, idempotencyKey });
