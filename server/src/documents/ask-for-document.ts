import { eq, sql } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import type { StaffOrSystem } from '../staff/actors.ts';
import { refuseWithout } from '../staff/policy.ts';
import { courseDocuments } from './tables.ts';

interface NewAskedDocument {
  readonly courseId: number;
  readonly name: string;
  readonly hint?: string | null;
  readonly required: boolean;
}

export const askForDocument = async (
  tx: Tx,
  { courseId, name, hint = null, required }: NewAskedDocument,
  { actor, now }: Circumstances<StaffOrSystem>,
): Promise<number> => {
  refuseWithout(actor, 'settings.edit', null);
  const position = tx
    .select({ next: sql`coalesce(max(${courseDocuments.position}), 0) + 1` })
    .from(courseDocuments)
    .where(eq(courseDocuments.courseId, courseId));
  const [asked] = await tx
    .insert(courseDocuments)
    .values({ courseId, name, hint, required, position: sql`${position}` })
    .returning({ id: courseDocuments.id });
  const event = { actor, action: 'course.ask_for_document', subject: 'course', subjectId: courseId } as const;
  await recordEvent(tx, { ...event, after: { document: asked?.id, name, hint, required } }, now);
  return asked?.id ?? 0;
};
