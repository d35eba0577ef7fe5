import { replacePersonPhoto } from '@portal/contract/office/people';
import { call } from '../../platform/call.ts';

export const replacePhoto = (id: number, photo: File, idempotencyKey: string) => {
  const form = new FormData();
  form.append('file', photo, photo.name);
  return call(replacePersonPhoto, { params: { id }, form, idempotencyKey });
};
