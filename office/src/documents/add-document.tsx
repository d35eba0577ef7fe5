import type { OfficeDocuments } from '@portal/contract/office/documents';
import { Button } from '@portal/kit/ui/button.tsx';
import { useState } from 'react';
import { documentsText as text } from '../text/zh-TW/documents.ts';
import { AddDocumentDialog } from './add-document-dialog.tsx';

interface AddDocumentProps {
  registrationId: number;
  found: OfficeDocuments;
}

/** For papers that arrive by post, by fax or over the counter. */
export const AddDocument = ({ registrationId, found }: AddDocumentProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text.add.open}
      </Button>
      {isOpen && (
        <AddDocumentDialog found={found} onClose={() => setOpen(false)} registrationId={registrationId} />
      )}
    </>
  );
};
