import { addDocument } from '@portal/contract/documents';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { call } from '../../platform/api.ts';

// Loaded with the page, not when a file is sent: the connection may be gone by then.
import('@portal/kit/browser/upload.ts').catch(() => undefined);

/** Pixels of the longer side, as the server keeps them. */
const LONGEST_SIDE = 2_400;

export interface NewDocument {
  readonly registration: number;
  /** The asked document; null for any other document. */
  readonly asked: number | null;
  readonly file: File;
  /** The same for each attempt, so that a lost answer does not add the file twice. */
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
