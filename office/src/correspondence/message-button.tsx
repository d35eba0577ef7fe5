import type { OfficeClass } from '@portal/contract/office/classes';
import { Button } from '@portal/kit/ui/button.tsx';
import { useState } from 'react';
import { mailsText } from '../text/zh-TW/mails.ts';
import { MessageDialog } from './message-dialog.tsx';

/** With the right to send, and if there are recipients. */
export const MessageButton = ({ opening }: { opening: OfficeClass }) => {
  const [isOpen, setOpen] = useState(false);
  if (!opening.mayMessage) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {mailsText.message.open}
      </Button>
      {isOpen && <MessageDialog onClose={() => setOpen(false)} opening={opening} />}
    </>
  );
};
