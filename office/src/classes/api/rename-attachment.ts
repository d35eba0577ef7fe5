import type { Input } from '@portal/contract/endpoint';
import { renameAttachment as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const renameAttachment = (classId: number, attachment: number, body: Input<typeof endpoint.body>) =>
  call(endpoint, { params: { id: classId, attachment }, body });
