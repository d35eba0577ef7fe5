import { createHash } from 'node:crypto';
import { DOCUMENTS_AT_MOST } from '@portal/contract/documents';
import { actorName, type Context } from '../audit/actor.ts';
import type { Executor, Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../platform/http/idempotency.ts';
import type { Services } from '../platform/services.ts';
import { type CleanFile, cleanFile } from './cleaning/clean-file.ts';
import { findAsked, findGiven, lockForDocuments, type RegistrationOfDocuments } from './queries.ts';
import { recordDocumentEvent } from './record-event.ts';
import { deleteDocument } from './remove-document.ts';
import { cleanName, freeSlot, mayAdd, mayChange } from './rules.ts';
import { discardFile, newDocumentKey, removeSurplusFiles } from './store.ts';
import { registrationDocuments } from './tables.ts';

interface NewDocument {
  /** Null for other documents. */
  readonly asked: number | null;
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Details extends Context {
  readonly idempotency: IdempotencyKey | null;
}

const findPlace = async (db: Executor, registration: RegistrationOfDocuments, asked: number | null) => {
  if (!mayAdd(registration.state)) throw new Refusal('documents_closed');
  const given = await findGiven(db, [registration.id]);
  const replaced = asked === null ? undefined : given.find((row) => row.courseDocumentId === asked);
  if (replaced && !mayChange(registration.state)) throw new Refusal('documents_closed');
  const slot = replaced?.slot ?? freeSlot(given.map((row) => row.slot));
  if (slot === null) throw new Refusal('documents_full', { values: { n: DOCUMENTS_AT_MOST } });
  return { replaced, slot };
};

const refuseNotAsked = async (db: Executor, { classId }: RegistrationOfDocuments, asked: number | null) => {
  if (asked === null) return;
  const isAsked = (await findAsked(db, classId)).some(({ id }) => id === asked);
  if (!isAsked) throw new Refusal('document_not_asked');
};

interface StoredFile extends CleanFile {
  readonly key: string;
}

const insertDocument = async (
  tx: Tx,
  registrationId: number,
  { asked, name }: NewDocument,
  { kind, bytes, key }: StoredFile,
  { actor, now }: Context,
): Promise<{ id: number }> => {
  const registration = await lockForDocuments(tx, registrationId);
  const { replaced, slot } = await findPlace(tx, registration, asked);
  await refuseNotAsked(tx, registration, asked);
  if (replaced) await deleteDocument(tx, registration, replaced, { actor, now });
  const file = { kind, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };
  const [added] = await tx
    .insert(registrationDocuments)
    .values({
      registrationId,
      courseDocumentId: asked,
      slot,
      name: cleanName(name),
      ...file,
      fileKey: key,
      addedBy: actorName(actor),
      addedAt: now,
    })
    .returning({ id: registrationDocuments.id });
  const event = { courseDocumentId: asked, kind, sha256: file.sha256, actor, now };
  await recordDocumentEvent(tx, 'document.add', registration, event);
  return { id: added?.id ?? 0 };
};

/**
 * Adds a document, or replaces the former one for the same asked document. Cleans and stores the file before the
 * transaction begins. Returns the id.
 */
export const addDocument = async (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { registration, ...document }: NewDocument & { readonly registration: RegistrationOfDocuments },
  { actor, now, idempotency }: Details,
): Promise<{ id: number }> => {
  const { db, files } = services;
  if (!idempotency) await findPlace(db, registration, document.asked);
  const clean = await cleanFile(document.bytes);
  const file = { ...clean, key: newDocumentKey() };
  // Store the file first: an extra file is harmless, a missing one is not.
  await files.put(file.key, file.bytes);
  let made: { id: number } | undefined;
  const answer = await onceOnly(db, idempotency, now, async (tx) => {
    made = await insertDocument(tx, registration.id, document, file, { actor, now });
    return made;
  }).catch(async (error: unknown) => {
    // Other errors may come after the commit: the row may exist and need its file.
    if (error instanceof Refusal) await discardFile(services, file.key);
    throw error;
  });
  if (answer !== made) await discardFile(services, file.key);
  await removeSurplusFiles(services, registration.accountId);
  return answer;
};
