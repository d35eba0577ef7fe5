import { openDocument } from '@portal/contract/office/documents';
import { addressOf } from '@portal/kit/browser/request.ts';

/** The session cookie is sent with it. */
export const documentAddress = (registrationId: number, documentId: number): string =>
  addressOf(openDocument, { params: { id: registrationId, document: documentId } });
