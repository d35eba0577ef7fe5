import type { Context } from '../audit/actor.ts';
import { recordRegistrationEvents, unchanged } from '../enrolment/record-registration-events.ts';
import type { Tx } from '../platform/database/database.ts';
import type { DocumentRow, RegistrationOfDocuments } from './queries.ts';

/** The event does not contain the file's name, which may be personal data. */
export const recordDocumentEvent = async (
  tx: Tx,
  action: 'document.add' | 'document.remove',
  { id, state }: Pick<RegistrationOfDocuments, 'id' | 'state'>,
  { actor, now, ...document }: Context & Pick<DocumentRow, 'courseDocumentId' | 'kind' | 'sha256'>,
): Promise<void> => {
  const event = { registrationId: id, ...unchanged(state), data: document };
  await recordRegistrationEvents(tx, action, [event], { actor, now });
};
