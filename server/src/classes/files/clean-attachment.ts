import { attachmentExtensions } from '@portal/contract/office/classes';
import { cleanFile } from '../../documents/cleaning/clean-file.ts';
import { Refusal } from '../../platform/errors.ts';
import { pictureKind } from '../../platform/files/pictures.ts';
import { MAIN_PARTS, packageFault } from './office-package.ts';

interface CleanAttachment {
  /** Lower case, without a dot. */
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const extensionOf = (name: string): string => /\.([A-Za-z0-9]{1,5})$/.exec(name)?.[1]?.toLowerCase() ?? '';

const isAllowedExtension = (extension: string): boolean =>
  attachmentExtensions.some((each) => each === extension);

/** Word, Excel and PowerPoint files from before 2007. */
const OLE_START = /^d0cf11e0a1b11ae1/;
const isOldOffice = (bytes: Uint8Array): boolean =>
  OLE_START.test(Buffer.from(bytes.subarray(0, 8)).toString('hex'));

const isPdf = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 5)).toString() === '%PDF-';
const isHeic = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(4, 8)).toString() === 'ftyp';
const isPicture = (bytes: Uint8Array): boolean =>
  ['jpeg', 'png'].includes(pictureKind(bytes) ?? '') || isHeic(bytes);

/** The first bytes of programs, archives, PDFs, scripts and web pages. */
const NON_TEXT_START = /^(?:MZ|PK|%PDF|.ELF|#!|\s*<(?:!doctype|html|script|svg|\?xml))/i;

const isText = (bytes: Uint8Array): boolean =>
  !bytes.includes(0) && !NON_TEXT_START.test(Buffer.from(bytes.subarray(0, 100)).toString('latin1'));

const refuseWrongContent = (extension: string): never => {
  throw new Refusal('attachment_not_what_it_says', { values: { name: extension } });
};

const checkPackage = async (extension: string, bytes: Uint8Array): Promise<CleanAttachment> => {
  const fault = await packageFault(extension, bytes);
  if (fault === 'wrong_content') return refuseWrongContent(extension);
  if (fault) throw new Refusal(fault);
  return { extension, bytes };
};

/** Rewrites a picture or PDF, which removes hidden content. */
const rewrite = async (extension: string, bytes: Uint8Array): Promise<CleanAttachment> => {
  const fits = extension === 'pdf' ? isPdf(bytes) : isPicture(bytes);
  if (!fits) return refuseWrongContent(extension);
  const clean = await cleanFile(bytes);
  return { extension: clean.kind === 'pdf' ? 'pdf' : 'jpg', bytes: clean.bytes };
};

/** The content must match the extension. Throws an `attachment_…` or `document_…` refusal. */
export const cleanAttachment = async (name: string, bytes: Uint8Array): Promise<CleanAttachment> => {
  const extension = extensionOf(name);
  if (isOldOffice(bytes)) throw new Refusal('attachment_old_office');
  if (!isAllowedExtension(extension)) throw new Refusal('attachment_kind');
  if (extension in MAIN_PARTS) return checkPackage(extension, bytes);
  if (extension !== 'txt' && extension !== 'csv') return rewrite(extension, bytes);
  return isText(bytes) ? { extension, bytes } : refuseWrongContent(extension);
};
