import { addDocument } from '@portal/contract/documents';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { call } from '../../platform/api.ts';

// Loaded early: the connection may be gone when a file is sent.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

/** In pixels, as stored by the server. */
const LONGEST_SIDE = 2_400;

export interface NewDocument {
  readonly registration: number;
  readonly asked: number | null;
  readonly file: File;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
}

export const sendDocument = async (
  { registration, asked, file, idempotencyKey }: NewDocument,
  { onProgress, signal }: { onProgress: (share: number) => void; signal: AbortSignal },
) => {
  const form = new FormData();
  if (asked !== null) form.append('asked', `${asked}`);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  signal.throwIfAborted();
  const params = { id: `${registration}` };
  return call(addDocument, { params, form, idempotencyKey, onProgress, signal });
};
