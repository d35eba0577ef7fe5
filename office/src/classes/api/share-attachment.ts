import { shareAttachment as endpoint } from '@portal/contract/office/classes';
import { call } from '../../platform/call.ts';

export const shareAttachment = (id: number, attachment: number) =>
  call(endpoint, { params: { id, attachment } });
