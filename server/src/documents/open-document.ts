import type { Context } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { requireRegistration } from '../enrolment/require-registration.ts';
import type { Tx } from '../platform/database/database.ts';
import type { Staff } from '../staff/actors.ts';
import { type DocumentRow, findDocument } from './queries.ts';

/** Each view leaves an event. */
export const openDocument = async (
  tx: Tx,
  { registrationId, documentId }: { registrationId: number; documentId: number },
  { actor, now }: Context<Staff>,
): Promise<DocumentRow> => {
  const access = { actor, right: 'registration.review' } as const;
  const { accountId } = await requireRegistration(tx, registrationId, access);
  const document = await findDocument(tx, { registrationId, documentId });
  const event = {
    actor,
    action: 'document.view',
    subject: 'registration',
    subjectId: registrationId,
  } as const;
  await recordEvent(tx, { ...event, after: { accountId, documentId } }, now);
  return document;
};
