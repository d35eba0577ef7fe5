import { askDocument as endpoint } from '@portal/contract/office/renewals';
import { call } from '../../platform/call.ts';

export const askDocument = (id: number, text: string, version: number) =>
  call(endpoint, { params: { id }, body: { text, version } });
