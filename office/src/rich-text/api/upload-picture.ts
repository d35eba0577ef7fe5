import { uploadPicture as endpoint } from '@portal/contract/office/content';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { call } from '../../platform/call.ts';

export const uploadPicture = async (
  file: File,
  options: { idempotencyKey: string; onProgress: (share: number) => void },
) => {
  const form = new FormData();
  form.append('file', (await shrinkPicture(file)) ?? file);
  return call(endpoint, { form, ...options });
};
