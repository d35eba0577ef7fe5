import type { RefusalCode } from '@portal/contract/errors';
import type { MailState } from '@portal/contract/office/correspondence';
import { type DeliveryState, stepRefusal } from '../mail/states.ts';

export interface MailFacts {
  readonly state: DeliveryState;
  /** Null for mails about accounts and for mails to staff. */
  readonly organizationId: number | null;
  readonly handledAt: Date | null;
  readonly hasAddress: boolean;
  readonly isKnown: boolean;
}

export const sendAgainRefusal = (mail: MailFacts): RefusalCode | null => {
  if (mail.organizationId === null) return 'mail_about_account';
  const refusal = stepRefusal('send_again', mail.state);
  if (refusal) return refusal;
  if (mail.handledAt !== null) return 'mail_handled';
  if (!mail.hasAddress) return 'mail_no_address';
  return mail.isKnown ? null : 'mail_unknown';
};

export const settleRefusal = ({ state, handledAt }: MailFacts): RefusalCode | null => {
  const refusal = stepRefusal('settle', state);
  if (refusal) return refusal;
  return handledAt === null ? null : 'mail_handled';
};

interface ShownMail {
  readonly state: MailFacts['state'];
  readonly isHandled: boolean;
  readonly isHeld: boolean;
}

export const shownState = ({ state, isHandled, isHeld }: ShownMail): MailState => {
  if (state === 'sent') return 'sent';
  if (state === 'queued') return isHeld ? 'held' : 'waiting';
  return isHandled ? 'handled' : 'undeliverable';
};
