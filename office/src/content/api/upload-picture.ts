import { uploadPicture as endpoint } from '@portal/contract/office/content';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { call } from '../../platform/call.ts';

export const uploadPicture = async (file: File) => {
  const form = new FormData();
  form.append('file', (await shrinkPicture(file)) ?? file);
  return call(endpoint, { form, idempotencyKey: randomKey() });
};
