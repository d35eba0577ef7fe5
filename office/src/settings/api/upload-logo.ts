import { uploadLogo as endpoint } from '@portal/contract/office/branding';
import { randomKey } from '@portal/kit/browser/random-key.ts';
import { call } from '../../platform/call.ts';

export const uploadLogo = (file: File) => {
  const form = new FormData();
  form.append('file', file, file.name);
  return call(endpoint, { form, idempotencyKey: randomKey() });
};
