import { addDocumentByStaff, officeDocuments, openDocument } from '@portal/contract/office/documents';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/call.ts';
import { registrationQuery } from '../reviews/api/registration.ts';

/** Pixels of the longer side, as the server keeps them. */
const LONGEST_SIDE = 2_400;

export const documentsQuery = (registrationId: number) =>
  queryOptions({
    queryKey: [...registrationQuery(registrationId).queryKey, 'documents'],
    queryFn: ({ signal }) => call(officeDocuments, { signal, params: { id: registrationId } }),
  });

/** The address of a file; the session goes with it as a cookie. */
export const documentAddress = (registrationId: number, documentId: number): string =>
  openDocument.path.replace(':id', `${registrationId}`).replace(':document', `${documentId}`);

interface NewDocument {
  readonly registrationId: number;
  /** The id of the asked document; empty for any other. */
  readonly asked: string;
  readonly file: File;
  /** The same for each attempt, so that a lost answer does not add the file twice. */
  readonly idempotencyKey: string;
  readonly onProgress: (share: number) => void;
}

export const sendDocument = async ({ registrationId, asked, file, ...options }: NewDocument) => {
  const form = new FormData();
  if (asked) form.append('asked', asked);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  return call(addDocumentByStaff, { params: { id: registrationId }, form, ...options });
};
