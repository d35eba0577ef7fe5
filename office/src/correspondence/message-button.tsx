import type { OfficeClass } from '@portal/contract/office/classes';
import { DialogButton } from '../forms/dialog-button.tsx';
import { mailsText } from '../text/zh-TW/mails.ts';
import { MessageDialog } from './message-dialog.tsx';

/** Shown to staff who may send messages, if there are recipients. */
export const MessageButton = ({ trainingClass }: { trainingClass: OfficeClass }) =>
  trainingClass.mayMessage && (
    <DialogButton
      dialog={(close) => <MessageDialog onClose={close} trainingClass={trainingClass} />}
      label={mailsText.message.open}
    />
  );
