import { and, eq, isNull } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { refuseWithout } from '../staff/policy.ts';
import { courseDocuments } from './tables.ts';

export const stopAskingForDocument = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<void> => {
  refuseWithout(actor, 'settings.edit', null);
  const [asked] = await tx
    .update(courseDocuments)
    .set({ withdrawnAt: now })
    .where(and(eq(courseDocuments.id, id), isNull(courseDocuments.withdrawnAt)))
    .returning({ courseId: courseDocuments.courseId, name: courseDocuments.name });
  if (!asked) return;
  const event = {
    actor,
    action: 'course.stop_asking',
    subject: 'course',
    subjectId: asked.courseId,
  } as const;
  await recordEvent(tx, { ...event, before: { document: id, name: asked.name } }, now);
};
