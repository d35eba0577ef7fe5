import { resumePerson as endpoint } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const resumePerson = (id: number, reason: string) =>
  call(endpoint, { params: { id }, body: { reason } });
