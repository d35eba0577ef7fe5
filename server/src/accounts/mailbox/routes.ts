import * as undoCalls from '@portal/contract/contact-undo';
import * as mailbox from '@portal/contract/mailbox';
import { inTransaction } from '../../platform/database/database.ts';
import type { TraineeRoutes } from '../gate.ts';
import { securityLog } from '../sign-in/security-log.ts';
import { askForConfirmation } from './ask-for-confirmation.ts';
import { confirmMailbox } from './confirm-mailbox.ts';
import { previewUndo } from './preview-undo.ts';
import { undoContactChange } from './undo-contact-change.ts';

const CONFIRMED_TEXT = '電子信箱已確認';

export const mailboxRoutes: TraineeRoutes = (serve, services) => {
  const { db } = services;
  const withSecurityLog = securityLog(services);

  serve(mailbox.confirmMailbox, async ({ actor, body: { token }, address, now }) => {
    const { accountId } = await withSecurityLog('mailbox.confirm', { address }, async () => ({
      accountId: await inTransaction(db, (tx) => confirmMailbox(tx, { mailId: token }, { now })),
    }));
    return { message: CONFIRMED_TEXT, own: actor?.accountId === accountId };
  });

  serve(mailbox.resendConfirmation, async ({ actor, now }) => {
    const sent = await inTransaction(db, (tx) => askForConfirmation(tx, { actor, now }));
    return sent
      ? { message: '已重寄確認信，請至您的電子信箱收信', confirmed: false }
      : { message: CONFIRMED_TEXT, confirmed: true };
  });

  serve(undoCalls.previewUndo, async ({ body, now }) => previewUndo(db, body.token, now));

  serve(undoCalls.undoContactChange, async ({ body, address, now }) => {
    const { resetToken } = await withSecurityLog('contact.undo', { address }, () =>
      undoContactChange(db, body, { now }),
    );
    return { message: '已復原變更，所有裝置的登入均已結束', token: resetToken };
  });
};
