import { eq } from 'drizzle-orm';
import type { Trainee } from '../accounts/actors.ts';
import type { Context } from '../audit/actor.ts';
import type { Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import {
  type DocumentRow,
  findDocument,
  lockForDocuments,
  type RegistrationOfDocuments,
  requireOwnRegistration,
} from './queries.ts';
import { recordDocumentEvent } from './record-event.ts';
import { mayChange } from './rules.ts';
import { markRemoved } from './store.ts';
import { registrationDocuments } from './tables.ts';

/** The registration must be locked. The file is kept for backups. */
export const deleteDocument = async (
  tx: Tx,
  registration: RegistrationOfDocuments,
  document: DocumentRow,
  { actor, now }: Context,
): Promise<void> => {
  await tx.delete(registrationDocuments).where(eq(registrationDocuments.id, document.id));
  const { courseDocumentId, fileKey, kind, sha256 } = document;
  await markRemoved(tx, [{ accountId: registration.accountId, fileKey }], now);
  const event = { courseDocumentId, kind, sha256, actor, now };
  await recordDocumentEvent(tx, 'document.remove', registration, event);
};

export const removeDocument = async (
  tx: Tx,
  { registrationId, documentId }: { registrationId: number; documentId: number },
  { actor, now }: Context<Trainee>,
): Promise<RegistrationOfDocuments> => {
  await requireOwnRegistration(tx, { registrationId, accountId: actor.accountId });
  const registration = await lockForDocuments(tx, registrationId);
  const document = await findDocument(tx, { registrationId, documentId });
  if (!mayChange(registration.state)) throw new Refusal('documents_closed');
  await deleteDocument(tx, registration, document, { actor, now });
  return registration;
};
