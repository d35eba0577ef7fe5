import { confirmMailbox, MAIL_PARAMETER } from '@portal/contract/mailbox';
import { failureTexts } from '@portal/kit/browser/failure-text.ts';
import { notify } from '@portal/kit/browser/notices.ts';
import { call } from '../../platform/api.ts';
import { markEmailConfirmed } from '../../platform/session.ts';
import { mailboxText as text } from '../../text/zh-TW/mailbox.ts';

/** The mail whose link led here; taken out of the address, so that nobody passes it on with the page. */
const takeMail = (): string | null => {
  const address = new URL(location.href);
  const search = new URLSearchParams(address.search);
  const mail = search.get(MAIL_PARAMETER);
  if (mail === null) return null;
  search.delete(MAIL_PARAMETER);
  address.search = search.toString();
  history.replaceState(history.state, '', address);
  return mail;
};

/** Tells the server which mail's link was opened, if one was: its mailbox is read by whoever opened it. */
export const confirmOpenedMail = async (): Promise<void> => {
  const token = takeMail();
  if (token === null) return;
  try {
    const { own } = await call(confirmMailbox, { body: { token } });
    if (own) markEmailConfirmed();
    notify(text.confirmed, 'success');
  } catch (error) {
    for (const failure of failureTexts(error)) notify(failure, 'danger');
  }
};
