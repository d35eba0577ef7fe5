import { eq } from 'drizzle-orm';
import type { Context } from '../../audit/actor.ts';
import { recordEvent } from '../../audit/record-event.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Staff } from '../../staff/actors.ts';
import { attachments } from '../tables.ts';
import { refuseClassOfOtherBranch } from './add-attachment.ts';
import { findAttachments, lockAttachments } from './attachment-queries.ts';

/** Throws `attachments_changed` unless `ids` names each attachment once. */
export const orderAttachments = async (
  tx: Tx,
  { classId, ids }: { classId: number; ids: readonly number[] },
  { actor, now }: Context<Staff>,
): Promise<void> => {
  await refuseClassOfOtherBranch(tx, classId, actor);
  await lockAttachments(tx, classId);
  const current = await findAttachments(tx, classId);
  const isComplete = ids.length === current.length && current.every(({ id }) => ids.includes(id));
  if (!isComplete) throw new Refusal('attachments_changed');
  if (current.every(({ id }, at) => id === ids[at])) return;
  for (const [at, id] of ids.entries()) {
    await tx
      .update(attachments)
      .set({ position: at + 1 })
      .where(eq(attachments.id, id));
  }
  const nameOf = (id: number) => current.find((each) => each.id === id)?.name;
  const event = { actor, action: 'attachment.order', subject: 'class', subjectId: classId } as const;
  const order = { before: { order: current.map(({ name }) => name) }, after: { order: ids.map(nameOf) } };
  await recordEvent(tx, { ...event, ...order }, now);
};
