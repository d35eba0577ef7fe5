import { confirmMailbox } from '@portal/contract/mailbox';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { call } from '../../platform/api.ts';
import { markEmailConfirmed } from '../../platform/session.ts';
import { mailboxText as text } from '../../text/zh-TW/mailbox.ts';

export const confirmMail = async (token: string): Promise<void> => {
  try {
    const { own } = await call(confirmMailbox, { body: { token } });
    if (own) markEmailConfirmed();
    notify(text.confirmed, 'success');
  } catch (error) {
    for (const failure of failureTexts(error)) notify(failure, 'danger');
  }
};
