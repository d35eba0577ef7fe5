import { and, asc, eq } from 'drizzle-orm';
import type { Executor, Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { attachments } from '../tables.ts';

export const findAttachments = (db: Executor, classId: number) =>
  db
    .select()
    .from(attachments)
    .where(eq(attachments.classId, classId))
    .orderBy(asc(attachments.position), asc(attachments.id));
export type AttachmentRow = typeof attachments.$inferSelect;

/** Throws `not_found` if the class has no such attachment. */
export const requireAttachment = async (
  db: Executor,
  { classId, id }: { classId: number; id: number },
): Promise<AttachmentRow> => {
  const [found] = await db
    .select()
    .from(attachments)
    .where(and(eq(attachments.id, id), eq(attachments.classId, classId)));
  if (!found) throw new Refusal('not_found');
  return found;
};

/** Serialises changes to the attachments of a class, without blocking enrolments. */
export const lockAttachments = (tx: Tx, classId: number) =>
  tx.execute(`select pg_advisory_xact_lock(hashtextextended('attachments ${Number(classId)}', 0))`);
