import { withdrawRequest as endpoint } from '@portal/contract/office/privacy';
import { call } from '../../platform/call.ts';

export const withdrawRequest = (id: number, version: number) =>
  call(endpoint, { params: { id }, body: { version } });
