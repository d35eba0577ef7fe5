import { removeAttachment as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const removeAttachment = (classId: number, attachment: number) =>
  call(endpoint, { params: { id: classId, attachment } });
