import { addDocumentByStaff } from '@portal/contract/office/documents';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { call } from '../../platform/call.ts';

/** Pixels of the longer side, as stored by the server. */
const LONGEST_SIDE = 2_400;

interface NewDocument {
  readonly registrationId: number;
  readonly asked: string;
  readonly file: File;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
  readonly onProgress: (share: number) => void;
}

export const addDocument = async ({ registrationId, asked, file, ...options }: NewDocument) => {
  const form = new FormData();
  if (asked) form.append('asked', asked);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  return call(addDocumentByStaff, { params: { id: registrationId }, form, ...options });
};
