import { undoApproval as endpoint } from '@portal/contract/office/enrolment';
import { call } from '../../platform/call.ts';

export const undoApproval = ({ id, version }: { readonly id: number; readonly version: number }) =>
  call(endpoint, { params: { id }, body: { version } });
