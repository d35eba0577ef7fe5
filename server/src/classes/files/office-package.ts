import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { loadsRemoteContent } from './remote-links.ts';

/* Office files are ZIP archives. */

/** The name of the part that holds the document, by extension. */
export const MAIN_PARTS: Readonly<Record<string, RegExp>> = {
  docx: /^word\/document\.xml$/,
  xlsx: /^xl\/workbook\.xml$/,
  pptx: /^ppt\/presentation\.xml$/,
  odt: /^content\.xml$/,
  ods: /^content\.xml$/,
  odp: /^content\.xml$/,
};

const isOpenDocument = (extension: string): boolean => extension.startsWith('od');

const manifestOf = (extension: string): RegExp =>
  isOpenDocument(extension) ? /^META-INF\/manifest\.xml$/ : /^\[Content_Types\]\.xml$/;

/** Parts that hold programs or other files. */
const ACTIVE_PARTS =
  /vbaProject|vbaData|activeX|macrosheets|^(?:Basic|Scripts)\/|oleObject|\/embeddings\/[^/]+\.(?:bin|exe|dll|bat|cmd|com|scr|js|vbs|ps1|jar|msi|html?)$/i;

const MAX_PARTS = 5_000;
/** The most bytes that the archive declares. Programs do not unpack more than it declares. */
const MAX_UNPACKED_BYTES = 500 * 1024 * 1024;

/**
 * Parts that name what an office program loads when it opens the file: relationships, and the template of
 * OpenDocument.
 */
const LINK_PARTS = /\.rels$|^meta\.xml$/i;
/** Ordinary parts have a few thousand bytes. */
const MAX_LINK_PART_BYTES = 512 * 1024;

interface Contents {
  readonly names: readonly string[];
  readonly isEncrypted: boolean;
  readonly isRemote: boolean;
}

const hasRemoteLinks = async (zip: ZipFile, entry: Entry): Promise<boolean> => {
  if (entry.uncompressedSize > MAX_LINK_PART_BYTES) return true;
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return loadsRemoteContent(Buffer.concat(parts));
};

/** Returns null if the archive is damaged, or has too many parts or bytes after unpacking. */
const contentsOf = async (bytes: Uint8Array): Promise<Contents | null> => {
  const names: string[] = [];
  let unpacked = 0;
  let isEncrypted = false;
  let isRemote = false;
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes));
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      unpacked += entry.uncompressedSize;
      isEncrypted ||= entry.isEncrypted();
      if (names.length > MAX_PARTS || unpacked > MAX_UNPACKED_BYTES) return null;
      if (!isEncrypted && !isRemote && LINK_PARTS.test(entry.fileName))
        isRemote = await hasRemoteLinks(zip, entry);
    }
  } catch {
    return null;
  }
  return { names, isEncrypted, isRemote };
};

const isPackage = (extension: string, { names }: Contents): boolean => {
  const parts = [MAIN_PARTS[extension], manifestOf(extension)];
  return parts.every((part) => names.some((name) => part?.test(name)));
};

const ZIP_START = Buffer.from('PK\u0003\u0004');

type PackageFault =
  | 'wrong_content'
  | 'attachment_macros'
  | 'attachment_remote'
  | 'document_damaged'
  | 'document_encrypted';

/** Returns the reason to refuse the file, or null. */
export const packageFault = async (extension: string, bytes: Uint8Array): Promise<PackageFault | null> => {
  if (!ZIP_START.equals(bytes.subarray(0, ZIP_START.length))) return 'wrong_content';
  const contents = await contentsOf(bytes);
  if (!contents) return 'document_damaged';
  if (contents.isEncrypted) return 'document_encrypted';
  if (!isPackage(extension, contents)) return 'wrong_content';
  if (contents.names.some((name) => ACTIVE_PARTS.test(name))) return 'attachment_macros';
  return contents.isRemote ? 'attachment_remote' : null;
};
