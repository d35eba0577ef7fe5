import { erasePerson as endpoint } from '@portal/contract/office/privacy';
import { call } from '../../platform/call.ts';

export const erasePerson = (id: number, reason: string, version: number) =>
  call(endpoint, { params: { id }, body: { reason, version } });
