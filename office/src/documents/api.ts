import { officeDocuments, openDocument } from '@portal/contract/office/documents';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../platform/call.ts';

export const documentsQuery = (registrationId: number) =>
  queryOptions({
    queryKey: ['registration', registrationId, 'documents'],
    queryFn: ({ signal }) => call(officeDocuments, { signal, params: { id: registrationId } }),
  });

/** The address of a file; the session goes with it as a cookie. */
export const documentAddress = (registrationId: number, documentId: number): string =>
  openDocument.path.replace(':id', `${registrationId}`).replace(':document', `${documentId}`);
