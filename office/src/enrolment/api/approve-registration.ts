import { approveRegistration as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const approveRegistration = ({ id, version }: { readonly id: number; readonly version: number }) =>
  call(endpoint, { params: { id }, body: { version } });
