import { PDFArray, PDFDict, PDFDocument, PDFName, type PDFObject, PDFStream } from '@cantoo/pdf-lib';
import { Unfit } from './clean-codes.ts';

/** Entries that hold programs, files or forms with programs. */
const ACTIVE_KEYS = [
  'JS',
  'JavaScript',
  'EmbeddedFiles',
  'EF',
  'AF',
  'XFA',
  'RichMediaContent',
  'RichMediaSettings',
];

/** Actions and annotations that start something, send something or play something. */
const ACTIVE_KINDS = [
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'GoToR', 'GoToE', 'Rendition', 'Sound', 'Movie'],
  ...['RichMediaExecute', 'GoTo3DView', 'EmbeddedFile', 'FileAttachment', 'RichMedia', 'Screen', '3D'],
];

const isActiveKind = (value: PDFObject | undefined): boolean =>
  value instanceof PDFName && ACTIVE_KINDS.includes(value.decodeText());

const isActiveEntry = (dict: PDFDict): boolean =>
  dict.keys().some((key) => ACTIVE_KEYS.includes(key.decodeText())) ||
  ['S', 'Type', 'Subtype'].some((key) => isActiveKind(dict.get(PDFName.of(key))));

/** Leaves out references: the objects to which they lead are visited anyway. */
const innerOf = (object: PDFObject): PDFObject[] => {
  if (object instanceof PDFStream) return [object.dict];
  if (object instanceof PDFDict) return object.values();
  return object instanceof PDFArray ? object.asArray() : [];
};

const holdsActive = (objects: readonly PDFObject[]): boolean => {
  const waiting = [...objects];
  for (let object = waiting.pop(); object; object = waiting.pop()) {
    if (object instanceof PDFDict && isActiveEntry(object)) return true;
    waiting.push(...innerOf(object));
  }
  return false;
};

/** Streams that hold other objects, which have been read already. Written again, they would hide their content. */
const PACKED_KINDS = ['ObjStm', 'XRef'];

const isPacked = (object: PDFObject): boolean => {
  const type = object instanceof PDFStream ? object.dict.get(PDFName.of('Type')) : undefined;
  return type instanceof PDFName && PACKED_KINDS.includes(type.decodeText());
};

const dropPacked = ({ context }: PDFDocument): void => {
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (isPacked(object)) context.delete(ref);
  }
};

const load = (bytes: Uint8Array): Promise<PDFDocument> =>
  PDFDocument.load(bytes, { updateMetadata: false, throwOnInvalidObject: true }).catch((error: unknown) => {
    throw Buffer.from(bytes).includes('/Encrypt') ? new Unfit('document_encrypted') : error;
  });

/** Rewrites a PDF without anything hidden. Refuses PDFs with a password or active content. */
export const cleanPdf = async (bytes: Uint8Array): Promise<Uint8Array> => {
  const document = await load(bytes);
  if (document.isEncrypted) throw new Unfit('document_encrypted');
  if (document.getPageCount() === 0) throw new Error('a PDF without a page');
  dropPacked(document);
  const objects = document.context.enumerateIndirectObjects().map(([, object]) => object);
  if (holdsActive(objects)) throw new Unfit('document_active');
  return document.save({ addDefaultPage: false, updateFieldAppearances: false });
};
