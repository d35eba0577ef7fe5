import type { RefusalCode } from '@portal/contract/errors';
import type { MailState } from '@portal/contract/office/mails';

/** The facts of a mail that decide what staff may do with it. */
export interface MailFacts {
  readonly state: 'queued' | 'sent' | 'undeliverable';
  /** Null for mails about an account and its safety, and for mails to staff. */
  readonly organizationId: number | null;
  readonly handledAt: Date | null;
  /** The person has a mail address now. */
  readonly hasAddress: boolean;
  /** This version of the portal knows the letter. */
  readonly isKnown: boolean;
}

/** Why the mail cannot be sent again; null where it can. */
export const sendAgainRefusal = (mail: MailFacts): RefusalCode | null => {
  if (mail.organizationId === null) return 'mail_about_account';
  if (mail.state === 'queued') return 'mail_waiting';
  if (mail.handledAt !== null) return 'mail_handled';
  if (!mail.hasAddress) return 'mail_no_address';
  return mail.isKnown ? null : 'mail_unknown';
};

/** Why the mail cannot be settled; null where it can. */
export const settleRefusal = ({ state, handledAt }: MailFacts): RefusalCode | null => {
  if (state !== 'undeliverable') return 'mail_not_undeliverable';
  return handledAt === null ? null : 'mail_handled';
};

interface Shown {
  readonly state: MailFacts['state'];
  readonly isHandled: boolean;
  /** Waits until the person has confirmed the mailbox. */
  readonly isHeld: boolean;
}

/** The state as staff see it. */
export const shownState = ({ state, isHandled, isHeld }: Shown): MailState => {
  if (state === 'sent') return 'sent';
  if (state === 'queued') return isHeld ? 'held' : 'waiting';
  return isHandled ? 'handled' : 'undeliverable';
};
