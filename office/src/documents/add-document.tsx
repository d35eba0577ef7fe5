import type { OfficeDocuments } from '@portal/contract/office/documents';
import { DialogButton } from '../forms/dialog-button.tsx';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { AddDocumentDialog } from './add-document-dialog.tsx';

interface AddDocumentProps {
  registrationId: number;
  found: OfficeDocuments;
}

/** Staff add papers that arrive by post, by fax or over the counter. */
export const AddDocument = (props: AddDocumentProps) => (
  <DialogButton dialog={(close) => <AddDocumentDialog {...props} onClose={close} />} label={text.add.open} />
);
