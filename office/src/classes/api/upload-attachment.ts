import { uploadAttachment as endpoint } from '@portal/contract/office/classes';
import type { CallOptions } from '@portal/kit/browser/request.ts';
import { call } from '../../platform/call.ts';

type Options = Pick<CallOptions<typeof endpoint>, 'onProgress' | 'signal'> & { idempotencyKey: string };

export const uploadAttachment = (classId: number, file: File, options: Options) => {
  const form = new FormData();
  form.append('file', file);
  return call(endpoint, { params: { id: classId }, form, ...options });
};
