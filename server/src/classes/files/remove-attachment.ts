import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { noteUnused } from '../../platform/files/unused-files.ts';
import type { Staff } from '../../staff/actors.ts';
import { attachments } from '../tables.ts';
import { refuseClassOfOtherBranch } from './add-attachment.ts';
import { lockAttachments, requireAttachment } from './attachment-queries.ts';

/** Removes the row. A job removes the file later. */
export const removeAttachment = async (
  tx: Tx,
  { classId, id }: { classId: number; id: number },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await refuseClassOfOtherBranch(tx, classId, actor);
  await lockAttachments(tx, classId);
  const { name, extension, fileKey } = await requireAttachment(tx, { classId, id });
  await tx.delete(attachments).where(eq(attachments.id, id));
  await noteUnused(tx, [fileKey], now);
  const event = { actor, action: 'attachment.remove', subject: 'class', subjectId: classId } as const;
  await recordEvent(tx, { ...event, before: { name, extension } }, now);
};
