import type { OfficeClass } from '@portal/contract/office/classes';
import { Button } from '@portal/kit/ui/button.tsx';
import { useState } from 'react';
import { mailsText } from '../text/zh-TW/mails.ts';
import { MessageDialog } from './message-dialog.tsx';

/** 寄信給學員, for those who may and where there is somebody to write to. */
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
