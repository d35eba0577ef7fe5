import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { loadsFromElsewhere } from './remote-links.ts';

/* Office files are ZIP archives whose parts have known names. */

export const packages: Readonly<Record<string, RegExp>> = {
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
const ACTIVE =
  /vbaProject|vbaData|activeX|macrosheets|^(?:Basic|Scripts)\/|oleObject|\/embeddings\/[^/]+\.(?:bin|exe|dll|bat|cmd|com|scr|js|vbs|ps1|jar|msi|html?)$/i;

const PARTS = 5_000;
/** Bytes as declared; readers do not unpack more. */
const UNPACKED = 500 * 1024 * 1024;

/** Parts that name what an office program loads when it opens the file: relationships, and the template of OpenDocument. */
const LINKS = /\.rels$|^meta\.xml$/i;
/** Bytes of one such part; ordinary ones have a few thousand. */
const MAX_LINKS = 512 * 1024;

interface Contents {
  readonly names: readonly string[];
  readonly isEncrypted: boolean;
  readonly isRemote: boolean;
}

const isRemote = async (zip: ZipFile, entry: Entry): Promise<boolean> => {
  if (entry.uncompressedSize > MAX_LINKS) return true;
  const parts: Buffer[] = [];
  for await (const part of await zip.openReadStreamPromise(entry)) parts.push(part as Buffer);
  return loadsFromElsewhere(Buffer.concat(parts));
};

/** Returns null if the file is no archive, or far too large after unpacking. */
const contentsOf = async (bytes: Uint8Array): Promise<Contents | null> => {
  const names: string[] = [];
  let unpacked = 0;
  let [isEncrypted, remote] = [false, false];
  try {
    const zip = await fromBufferPromise(Buffer.from(bytes));
    for await (const entry of zip.eachEntry()) {
      names.push(entry.fileName);
      unpacked += entry.uncompressedSize;
      isEncrypted ||= entry.isEncrypted();
      if (names.length > PARTS || unpacked > UNPACKED) return null;
      if (!isEncrypted && !remote && LINKS.test(entry.fileName)) remote = await isRemote(zip, entry);
    }
  } catch {
    return null;
  }
  return { names, isEncrypted, isRemote: remote };
};

const isPackage = (extension: string, { names }: Contents): boolean => {
  const parts = [packages[extension], manifestOf(extension)];
  return parts.every((part) => names.some((name) => part?.test(name)));
};

const ARCHIVE = Buffer.from('PK\u0003\u0004');

type PackageFault =
  | 'wrong_content'
  | 'attachment_macros'
  | 'attachment_remote'
  | 'document_damaged'
  | 'document_encrypted';

export const packageFault = async (extension: string, bytes: Uint8Array): Promise<PackageFault | null> => {
  if (!ARCHIVE.equals(bytes.subarray(0, ARCHIVE.length))) return 'wrong_content';
  const contents = await contentsOf(bytes);
  if (!contents) return 'document_damaged';
  if (contents.isEncrypted) return 'document_encrypted';
  if (!isPackage(extension, contents)) return 'wrong_content';
  if (contents.names.some((name) => ACTIVE.test(name))) return 'attachment_macros';
  return contents.isRemote ? 'attachment_remote' : null;
};
