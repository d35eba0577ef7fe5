import { makeClassFile as endpoint } from '@portal/contract/office/class-file';
import { call } from '../../platform/call.ts';

export const makeClassFile = (id: number, idempotencyKey: string) =>
  call(endpoint, { params: { id }, idempotencyKey });
