import { dismissTwin as endpoint } from '@portal/contract/office/person-twins';
import { call } from '../../platform/call.ts';

export const dismissTwin = (id: number, reason: string) =>
  call(endpoint, { params: { id }, body: { reason } });
