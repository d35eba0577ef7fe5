import { MAIL_PARAMETER } from '@portal/contract/mail-parameter';

/** Removed from the address, so that it is not shared with the page. */
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

export const confirmOpenedMail = async (): Promise<void> => {
  const mail = takeMail();
  if (mail === null) return;
  const { confirmMail } = await import('./api/confirm-mailbox.ts');
  await confirmMail(mail);
};
