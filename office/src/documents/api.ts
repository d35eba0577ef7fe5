import { addDocumentByStaff, officeDocuments, openDocument } from '@portal/contract/office/documents';
import { addressOf } from '@portal/kit/browser/call.ts';
import { shrinkPicture } from '@portal/kit/browser/shrink-picture.ts';
import { queryOptions } from '@tanstack/react-query';
import { registrationQuery } from '../enrolment/api/registration.ts';
import { call } from '../platform/call.ts';

/** Pixels of the longer side, as stored by the server. */
const LONGEST_SIDE = 2_400;

export const documentsQuery = (registrationId: number) =>
  queryOptions({
    queryKey: [...registrationQuery(registrationId).queryKey, 'documents'],
    queryFn: ({ signal }) => call(officeDocuments, { signal, params: { id: registrationId } }),
  });

/** The session cookie is sent with it. */
export const documentAddress = (registrationId: number, documentId: number): string =>
  addressOf(openDocument, { params: { id: registrationId, document: documentId } });

interface NewDocument {
  readonly registrationId: number;
  readonly asked: string;
  readonly file: File;
  /** The same for each attempt. */
  readonly idempotencyKey: string;
  readonly onProgress: (share: number) => void;
}

export const sendDocument = async ({ registrationId, asked, file, ...options }: NewDocument) => {
  const form = new FormData();
  if (asked) form.append('asked', asked);
  form.append('file', (await shrinkPicture(file, LONGEST_SIDE)) ?? file, file.name);
  return call(addDocumentByStaff, { params: { id: registrationId }, form, ...options });
};
