import { orderAttachments as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const orderAttachments = (classId: number, ids: number[]) =>
  call(endpoint, { params: { id: classId }, body: { ids } });
