import type { DocumentKind } from '@portal/contract/documents';
import { fileHeaders } from '../platform/http/download.ts';
import { fileName } from './rules.ts';

const TYPES: Readonly<Record<DocumentKind, string>> = { pdf: 'application/pdf', jpeg: 'image/jpeg' };

export const documentHeaders = (document: { name: string; kind: DocumentKind }): Record<string, string> => ({
  'content-type': TYPES[document.kind],
  ...fileHeaders(fileName(document)),
});
