import type { DocumentKind } from '@portal/contract/documents';
import { Refusal } from '../platform/errors.ts';
import { cleanScan, pictureKind } from '../platform/pictures.ts';

export interface CleanFile {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

/**
 * Makes an uploaded document safe to store and to show. The kind is told by the content, never by the name. Throws a
 * `document_…` refusal.
 */
export const cleanFile = async (bytes: Uint8Array): Promise<CleanFile> => {
  const picture = pictureKind(bytes);
  if (picture === 'jpeg' || picture === 'png') return { kind: 'jpeg', bytes: await cleanScan(bytes) };
  throw new Refusal('document_kind');
};
