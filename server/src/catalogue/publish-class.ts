import { and, eq } from 'drizzle-orm';
import type { Circumstances } from '../audit/actor.ts';
import { recordEvent } from '../audit/record-event.ts';
import type { Tx } from '../platform/database.ts';
import { classes } from './tables.ts';

/** Publishes the class; lists show the newest `now` first. A class already published keeps its place. */
export const publishClass = async (
  tx: Tx,
  { id }: { id: number },
  { actor, now }: Circumstances,
): Promise<void> => {
  const published = await tx
    .update(classes)
    .set({ publishedAt: now, publishAt: null, state: 'published' })
    .where(and(eq(classes.id, id), eq(classes.state, 'draft')))
    .returning({ id: classes.id });
  if (published.length === 0) return;
  await recordEvent(tx, { actor, action: 'class.publish', subject: 'class', subjectId: id }, now);
};
