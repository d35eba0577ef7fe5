import { DOCUMENT_BYTES } from '@portal/contract/documents';
import { documentRefusals } from '@portal/contract/refusals/documents';
import { documentsText as text } from '../text/zh-TW/documents.ts';

export const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/heic,image/heif,.pdf,.heic,.heif';

const KINDS = /\.(pdf|jpe?g|png|hei[cf])$/i;

/** Only faults that a browser can see; the server checks the content. */
export const fileFault = (file: File): string | null => {
  if (!ACCEPTED.split(',').includes(file.type) && !KINDS.test(file.name))
    return documentRefusals.document_kind.text;
  // Shrunk before it is sent.
  const isPicture = file.type.startsWith('image/');
  return file.size > DOCUMENT_BYTES && !isPicture ? text.tooLarge(DOCUMENT_BYTES / 1024 / 1024) : null;
};
