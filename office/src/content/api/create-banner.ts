import type { Input } from '@portal/contract/endpoint';
import { createBanner as endpoint } from '@portal/contract/office/banners';
import { call } from '../../platform/call.ts';

export const createBanner = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
