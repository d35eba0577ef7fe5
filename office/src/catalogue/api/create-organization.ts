import type { Input } from '@portal/contract/endpoint';
import { createOrganization as endpoint } from '@portal/contract/office/organizations';
import { call } from '../../platform/call.ts';

export const createOrganization = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
