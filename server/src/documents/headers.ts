import type { DocumentKind } from '@portal/contract/documents';
import { attachmentHeader } from '../platform/download.ts';
import { fileName } from './rules.ts';

const TYPES: Readonly<Record<DocumentKind, string>> = { pdf: 'application/pdf', jpeg: 'image/jpeg' };

/** Wherever it is opened, nothing in it runs. */
export const documentHeaders = (document: { name: string; kind: DocumentKind }): Record<string, string> => ({
  'content-type': TYPES[document.kind],
  'content-disposition': attachmentHeader(fileName(document)),
  'content-security-policy': "default-src 'none'; sandbox",
});
