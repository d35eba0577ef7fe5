import { setLineAside as endpoint } from '@portal/contract/office/statements';
import { call } from '../../platform/call.ts';

export const setLineAside = (id: number, reason: string) =>
  call(endpoint, { params: { id }, body: { reason } });
