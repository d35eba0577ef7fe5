import type { DocumentKind } from '@portal/contract/documents';
import { Refusal } from '../../platform/errors.ts';
import { cleanScan, pictureKind } from '../../platform/files/pictures.ts';
import { cleanInChild } from './clean-in-child.ts';

export interface CleanFile {
  readonly kind: DocumentKind;
  readonly bytes: Uint8Array;
}

const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 32)).toString('latin1');
const endOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(-1024)).toString('latin1');

const isPdf = (bytes: Uint8Array): boolean => startOf(bytes).startsWith('%PDF-');
const isHeic = (bytes: Uint8Array): boolean => /^.{4}ftyp(hei[cxms]|hev[cx]|mif1|msf1)/s.test(startOf(bytes));

/** Rewrites the file, so that only files written by the portal are stored. The content decides the type. Throws `document_…`. */
export const cleanFile = async (bytes: Uint8Array): Promise<CleanFile> => {
  const picture = pictureKind(bytes);
  if (picture === 'jpeg' || picture === 'png') return { kind: 'jpeg', bytes: await cleanScan(bytes) };
  if (isHeic(bytes)) return { kind: 'jpeg', bytes: await cleanInChild('heic', bytes) };
  if (!isPdf(bytes)) throw new Refusal('document_kind');
  if (!endOf(bytes).includes('%%EOF')) throw new Refusal('document_damaged');
  return { kind: 'pdf', bytes: await cleanInChild('pdf', bytes) };
};
