import { rejectPersonPhoto } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const rejectPhoto = (id: number, reason: string) =>
  call(rejectPersonPhoto, { params: { id }, body: { reason } });
