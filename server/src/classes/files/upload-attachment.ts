import { ATTACHMENTS_AT_MOST } from '@portal/contract/office/classes';
import type { Context } from '../../audit/actor.ts';
import { cleanName } from '../../documents/rules.ts';
import { discardFile } from '../../documents/store.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../../platform/http/idempotency.ts';
import type { Services } from '../../platform/services.ts';
import type { Staff } from '../../staff/actors.ts';
import { insertAttachment, refuseClassOfOtherBranch, storeAttachment } from './add-attachment.ts';
import { findAttachments, lockAttachments } from './attachment-queries.ts';
import { cleanAttachment } from './clean-attachment.ts';

interface NewFile {
  readonly classId: number;
  readonly name: string;
  readonly bytes: Uint8Array;
}

interface Details extends Context<Staff> {
  readonly idempotency: IdempotencyKey | null;
}

const refuseTooMany = async (tx: Tx, classId: number): Promise<void> => {
  const current = await findAttachments(tx, classId);
  if (current.length >= ATTACHMENTS_AT_MOST) {
    throw new Refusal('attachments_full', { values: { n: ATTACHMENTS_AT_MOST } });
  }
};

/** Stores the cleaned file and adds it to the class. Throws an `attachment_…` or `document_…` refusal. */
export const uploadAttachment = async (
  services: Pick<Services, 'db' | 'files' | 'log'>,
  { classId, name, bytes }: NewFile,
  { actor, now, idempotency }: Details,
): Promise<{ id: number }> => {
  await refuseClassOfOtherBranch(services.db, classId, actor);
  const clean = await cleanAttachment(name, bytes);
  const stored = await storeAttachment(services.files, clean.bytes);
  return onceOnly(services.db, idempotency, now, async (tx) => {
    await lockAttachments(tx, classId);
    await refuseTooMany(tx, classId);
    const file = { classId, name: cleanName(name), extension: clean.extension, size: clean.bytes.length };
    return { id: await insertAttachment(tx, { ...stored, ...file }, { actor, now }) };
  }).catch(async (error: unknown) => {
    if (error instanceof Refusal) await discardFile(services, stored.fileKey);
    throw error;
  });
};
