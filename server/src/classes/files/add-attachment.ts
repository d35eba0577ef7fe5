import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { type Executor, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Files } from '../../platform/files/files.ts';
import type { Services } from '../../platform/services.ts';
import type { StaffOrSystem } from '../../staff/actors.ts';
import { requireRight } from '../../staff/policy.ts';
import { attachments, classes } from '../tables.ts';

interface StoredFile {
  /** The value of `/download?src=`. */
  readonly src: string;
  readonly fileKey: string;
}

interface AttachmentOfClass {
  readonly classId: number;
  readonly name: string;
  /** Lower case, without a dot. */
  readonly extension: string;
}

export const refuseClassOfOtherBranch = async (
  db: Executor,
  classId: number,
  actor: StaffOrSystem,
): Promise<void> => {
  const [found] = await db
    .select({ organizationId: classes.organizationId })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Refusal('class_unknown');
  requireRight(actor, 'class.write', found.organizationId);
};

/** Stores the file before its row exists, so that no row names a missing file. */
export const storeAttachment = async (files: Files, bytes: Uint8Array): Promise<StoredFile> => {
  const src = randomBytes(24).toString('base64url');
  const fileKey = `attachments/${src}`;
  await files.put(fileKey, bytes);
  return { src, fileKey };
};

export const insertAttachment = async (
  tx: Tx,
  { classId, name, extension, ...file }: AttachmentOfClass & StoredFile & { size: number | null },
  { actor, now }: Context<StaffOrSystem>,
): Promise<number> => {
  const position = tx
    .select({ next: sql`coalesce(max(${attachments.position}), 0) + 1` })
    .from(attachments)
    .where(eq(attachments.classId, classId));
  const [added] = await tx
    .insert(attachments)
    .values({ classId, name, extension, ...file, position: sql`${position}` })
    .returning({ id: attachments.id });
  if (!added) throw new Error('the attachment was not inserted');
  const event = { actor, action: 'attachment.add', subject: 'class', subjectId: classId } as const;
  await recordEvent(tx, { ...event, after: { name, extension } }, now);
  return added.id;
};

/** Stores the file outside the transaction, which would otherwise wait for the storage. */
export const addAttachment = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  { bytes, ...attachment }: AttachmentOfClass & { bytes: Uint8Array },
  context: Context<StaffOrSystem>,
): Promise<void> => {
  await refuseClassOfOtherBranch(db, attachment.classId, context.actor);
  const file = await storeAttachment(files, bytes);
  await inTransaction(db, (tx) =>
    insertAttachment(tx, { ...attachment, ...file, size: bytes.length }, context),
  );
};
