import type { RefusalCode } from '@portal/contract/errors';
import type { MailState } from '@portal/contract/office/mails';

export interface MailFacts {
  readonly state: 'queued' | 'sent' | 'undeliverable';
  /** Null for mails about accounts and for mails to staff. */
  readonly organizationId: number | null;
  readonly handledAt: Date | null;
  readonly hasAddress: boolean;
  readonly isKnown: boolean;
}

export const sendAgainRefusal = (mail: MailFacts): RefusalCode | null => {
  if (mail.organizationId === null) return 'mail_about_account';
  if (mail.state === 'queued') return 'mail_waiting';
  if (mail.handledAt !== null) return 'mail_handled';
  if (!mail.hasAddress) return 'mail_no_address';
  return mail.isKnown ? null : 'mail_unknown';
};

export const settleRefusal = ({ state, handledAt }: MailFacts): RefusalCode | null => {
  if (state !== 'undeliverable') return 'mail_not_undeliverable';
  return handledAt === null ? null : 'mail_handled';
};

interface Shown {
  readonly state: MailFacts['state'];
  readonly isHandled: boolean;
  readonly isHeld: boolean;
}

export const shownState = ({ state, isHandled, isHeld }: Shown): MailState => {
  if (state === 'sent') return 'sent';
  if (state === 'queued') return isHeld ? 'held' : 'waiting';
  return isHandled ? 'handled' : 'undeliverable';
};
