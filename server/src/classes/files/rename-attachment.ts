import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import { cleanName } from '../../documents/rules.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { attachments } from '../tables.ts';
import { refuseClassOfOtherBranch } from './add-attachment.ts';
import { lockAttachments, requireAttachment } from './attachment-queries.ts';

export const renameAttachment = async (
  tx: Tx,
  { classId, id, name: given }: { classId: number; id: number; name: string },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await refuseClassOfOtherBranch(tx, classId, actor);
  await lockAttachments(tx, classId);
  const former = await requireAttachment(tx, { classId, id });
  const name = cleanName(given);
  if (name === former.name) return;
  await tx.update(attachments).set({ name }).where(eq(attachments.id, id));
  const event = { actor, action: 'attachment.rename', subject: 'class', subjectId: classId } as const;
  await recordEvent(tx, { ...event, before: { name: former.name }, after: { name } }, now);
};
