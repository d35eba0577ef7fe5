import { confirmPhone as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const confirmPhone = (id: number, phone: string) =>
  call(endpoint, { params: { id }, body: { phone } });
