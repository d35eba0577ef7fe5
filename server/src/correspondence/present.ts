import { isoTaipei } from '@portal/contract/dates';
import type { RefusalCode } from '@portal/contract/errors';
import type { MailDetail, MailRow } from '@portal/contract/office/correspondence';
import { presentActor } from '../audit/event-texts.ts';
import type { LetterBook } from '../mail/letters.ts';
import { Refusal, refusalText } from '../platform/errors.ts';
import type { Staff } from '../staff/actors.ts';
import type { MailListRow } from './mails-list.ts';
import { mayHandle } from './policy.ts';
import type { FoundMail } from './queries.ts';
import { type MailFacts, sendAgainRefusal, settleRefusal, shownState } from './rules.ts';
import { showLetter } from './show-letter.ts';

export interface Writing {
  readonly letters: LetterBook;
  readonly publicUrl: () => string;
}

const wire = (time: string): string => isoTaipei(new Date(time));

export const presentMailRow = (row: MailListRow, { letters, publicUrl }: Writing): MailRow => ({
  id: row.key,
  createdAt: wire(row.createdAt),
  state: shownState(row),
  subject: showLetter(letters, row, publicUrl())?.subject ?? null,
  recipient: row.recipient,
  person: row.personId === null ? null : { id: Number(row.personId), name: row.name },
  class: row.classId === null || row.code === null ? null : { id: Number(row.classId), code: row.code },
  organization: row.organization,
  sentAt: row.sentAt && wire(row.sentAt),
});

const permission = (refusal: RefusalCode | null) => ({
  allowed: refusal === null,
  why: refusal && refusalText(new Refusal(refusal)),
});

const canOf = ({ mail, person }: FoundMail, letters: LetterBook, actor: Staff): MailDetail['can'] => {
  const facts: MailFacts = {
    ...mail,
    hasAddress: Boolean(person?.email),
    isKnown: letters.has(mail.template),
  };
  const forbidden = mayHandle(actor, mail.organizationId) ? null : 'forbidden';
  return {
    sendAgain: permission(forbidden ?? sendAgainRefusal(facts)),
    settle: permission(forbidden ?? settleRefusal(facts)),
  };
};

const handledOf = ({ mail: { handledAt, handledBy }, handler }: FoundMail): MailDetail['handled'] => {
  if (handledAt === null || handledBy === null) return null;
  return { at: isoTaipei(handledAt), by: presentActor({ actor: handledBy, actorName: handler }) };
};

const classOf = ({ mail: { classId }, code }: FoundMail): MailDetail['class'] =>
  classId === null || code === null ? null : { id: classId, code };

interface MailContext {
  readonly registrationId: number | null;
  readonly later: number;
}

export const presentMail = (
  found: FoundMail,
  { key, around, writing, actor }: { key: string; around: MailContext; writing: Writing; actor: Staff },
): MailDetail => {
  const { mail, person, organization, isHeld } = found;
  const state = shownState({ state: mail.state, isHandled: mail.handledAt !== null, isHeld });
  const shown = showLetter(writing.letters, mail, writing.publicUrl());
  return {
    ...around,
    id: key,
    createdAt: isoTaipei(mail.createdAt),
    state,
    subject: shown?.subject ?? null,
    parts: shown?.parts ?? null,
    recipient: mail.recipient,
    person: person && { id: person.id, name: person.name },
    address: person && { email: person.email, confirmed: person.confirmedAt !== null },
    class: classOf(found),
    organization,
    sentAt: mail.sentAt && isoTaipei(mail.sentAt),
    attempts: mail.attempts,
    lastError: mail.lastError,
    nextAt: state === 'waiting' ? isoTaipei(mail.dueAt) : null,
    handled: handledOf(found),
    can: canOf(found, writing.letters, actor),
  };
};
