import type { Input } from '@portal/contract/endpoint';
import { createIncident as endpoint } from '@portal/contract/office/incidents';
import { call } from '../../platform/call.ts';

export const createIncident = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
