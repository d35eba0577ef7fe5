import { findContacts } from '../../accounts/people/contacts.ts';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { isRepeatedStep } from '../../audit/version.ts';
import { queueMail } from '../../mail/queue.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { renewalInquiryLetter } from '../letters.ts';
import { renewalInquiries } from '../tables.ts';
import { lockReviewed, versionedRequest } from './review.ts';

interface NewInquiry {
  readonly requestId: number;
  readonly text: string;
  readonly version?: number;
}

/** Asks the person for a document or an explanation. The request stays open. */
export const askDocument = async (
  tx: Tx,
  { requestId, text, version }: NewInquiry,
  { actor, now }: Context<Staff>,
): Promise<void> => {
  const request = await lockReviewed(tx, requestId, actor);
  const action = 'renewal.ask_document';
  if (await isRepeatedStep(tx, versionedRequest(requestId), { version, actor, action })) return;
  if (request.state !== 'open') throw new Refusal('renewal_decided');
  const { rowCount } = await tx
    .insert(renewalInquiries)
    .values({ requestId, text, askedAt: now })
    .onConflictDoNothing();
  if (rowCount === 0) throw new Refusal('renewal_inquiry_open');
  const subject = { subject: 'renewal_request', subjectId: requestId } as const;
  await recordEvent(tx, { actor, action, ...subject, after: { inquiry: text } }, now);
  const [person] = await findContacts(tx, [request.accountId]);
  if (!person) return;
  const letter = { name: person.name, certificate: request.name, number: request.number, inquiry: text };
  await queueMail(tx, person, renewalInquiryLetter(letter), now);
};
