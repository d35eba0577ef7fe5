import type { Input } from '@portal/contract/endpoint';
import { exportReport as endpoint } from '@portal/contract/office/report-tables';
import { call } from '../../platform/call.ts';

export const exportReport = (body: Input<typeof endpoint.body>, idempotencyKey: string) =>
  call(endpoint, { body, idempotencyKey });
