import { actorName, type Circumstances } from '../audit/actor.ts';
import { registrationEvents } from '../enrolment/tables.ts';
import type { Tx } from '../platform/database.ts';
import type { DocumentRow, OwnRegistration } from './queries.ts';

/** Without the file's name, which may contain personal data. */
export const recordDocumentEvent = async (
  tx: Tx,
  action: 'document.add' | 'document.remove',
  { id, state }: Pick<OwnRegistration, 'id' | 'state'>,
  { actor, now, ...document }: Circumstances & Pick<DocumentRow, 'courseDocumentId' | 'kind' | 'sha256'>,
): Promise<void> => {
  await tx.insert(registrationEvents).values({
    registrationId: id,
    at: now,
    actor: actorName(actor),
    action,
    fromState: state,
    toState: state,
    data: document,
  });
};
