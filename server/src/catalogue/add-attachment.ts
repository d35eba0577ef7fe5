import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type Database, inTransaction, type Tx } from '../platform/database.ts';
import type { Files } from '../platform/files.ts';
import { attachments } from './tables.ts';

interface StoredFile {
  /** The value of `/download?src=`. */
  readonly src: string;
  readonly fileKey: string;
}

interface AttachmentOfClass {
  readonly classId: number;
  /** Without the extension, for display. */
  readonly name: string;
  /** Lower case, without a dot. */
  readonly extension: string;
}

/** Stores the file of an attachment. Before its row, so that no row names a missing file. */
export const storeAttachment = async (files: Files, bytes: Uint8Array): Promise<StoredFile> => {
  const src = randomBytes(24).toString('base64url');
  const fileKey = `attachments/${src}`;
  await files.put(fileKey, bytes);
  return { src, fileKey };
};

/** Adds a stored file as the class's last attachment; returns its id. */
export const insertAttachment = async (
  tx: Tx,
  { classId, name, extension, ...file }: AttachmentOfClass & StoredFile & { size: number },
  { actor, now }: Circumstances,
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

/** Stores a file and adds it as the class's last attachment. Its transaction does not wait for storage. */
export const addAttachment = async (
  db: Database,
  files: Files,
  { bytes, ...attachment }: AttachmentOfClass & { bytes: Uint8Array },
  circumstances: Circumstances,
): Promise<void> => {
  const file = await storeAttachment(files, bytes);
  await inTransaction(db, (tx) =>
    insertAttachment(tx, { ...attachment, ...file, size: bytes.length }, circumstances),
  );
};
