import { DOCUMENT_BYTES } from '@portal/contract/documents';
import { documentRefusals } from '@portal/contract/refusals/documents';
import { documentsText as text } from '../text/zh-TW/documents.ts';

/** What a file chooser offers. */
export const ACCEPTED = 'application/pdf,image/jpeg,image/png,image/heic,image/heif,.pdf,.heic,.heif';

const KINDS = /\.(pdf|jpe?g|png|hei[cf])$/i;

/** What is wrong with a file as far as this can be told here; the server looks into it. */
export const fileFault = (file: File): string | null => {
  if (!ACCEPTED.split(',').includes(file.type) && !KINDS.test(file.name))
    return documentRefusals.document_kind.text;
  // A picture is made smaller before it is sent.
  const isPicture = file.type.startsWith('image/');
  return file.size > DOCUMENT_BYTES && !isPicture ? text.tooLarge(DOCUMENT_BYTES / 1024 / 1024) : null;
};
