import { randomBytes } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import { type Database, inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Files } from '../platform/files.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { refuseWithout } from '../staff/policy.ts';
import { attachments, classes } from './tables.ts';

export interface NewAttachment {
  readonly classId: number;
  /** Without the extension, for display. */
  readonly name: string;
  /** Lower case, without a dot. */
  readonly extension: string;
  readonly bytes: Uint8Array;
}

const findOrganizationOf = async (db: Database, classId: number): Promise<number> => {
  const [found] = await db
    .select({ organizationId: classes.organizationId })
    .from(classes)
    .where(eq(classes.id, classId));
  if (!found) throw new Refusal('class_unknown');
  return found.organizationId;
};

/**
 * Stores a file and adds it as the class's last attachment. Writes the file before its row, so that no row names a
 * missing file, and opens its transaction afterwards, which must not wait for storage.
 */
export const addAttachment = async (
  db: Database,
  files: Files,
  input: NewAttachment,
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<void> => {
  const { classId, name, extension, bytes } = input;
  refuseWithout(actor, 'class.write', await findOrganizationOf(db, classId));
  const src = randomBytes(24).toString('base64url');
  const fileKey = `attachments/${src}`;
  await files.put(fileKey, bytes);
  await inTransaction(db, async (tx) => {
    const position = tx
      .select({ next: sql`coalesce(max(${attachments.position}), 0) + 1` })
      .from(attachments)
      .where(eq(attachments.classId, classId));
    const [added] = await tx
      .insert(attachments)
      .values({ classId, src, fileKey, name, extension, position: sql`${position}` })
      .returning({ id: attachments.id });
    if (!added) throw new Error('the attachment was not inserted');
    const event = { actor, action: 'attachment.add', subject: 'attachment', subjectId: added.id } as const;
    await recordEvent(tx, { ...event, after: { classId, name, extension } }, now);
  });
};
