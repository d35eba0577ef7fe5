import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import type { Files } from '../platform/files.ts';
import { attachments } from './tables.ts';

export interface NewAttachment {
  readonly classId: number;
  /** Without the extension, for display. */
  readonly name: string;
  /** Lower case, without a dot. */
  readonly extension: string;
  readonly bytes: Uint8Array;
}

/**
 * Stores a file and adds it as the class's last attachment. Writes the file before its row, so that no row names a
 * missing file. Call it outside a transaction, which must not wait for storage.
 */
export const addAttachment = async (db: Executor, files: Files, input: NewAttachment): Promise<void> => {
  const { classId, name, extension, bytes } = input;
  const src = randomBytes(24).toString('base64url');
  const fileKey = `attachments/${src}`;
  await files.put(fileKey, bytes);
  const position = db
    .select({ next: sql`coalesce(max(${attachments.position}), 0) + 1` })
    .from(attachments)
    .where(eq(attachments.classId, classId));
  await db.insert(attachments).values({ classId, src, fileKey, name, extension, position: sql`${position}` });
};
