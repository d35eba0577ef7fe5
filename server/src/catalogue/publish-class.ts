import { and, eq, isNull } from 'drizzle-orm';
import type { Executor } from '../platform/database.ts';
import { classes } from './tables.ts';

/** Shows the class to everybody; the list has the newest `at` first. What is published already keeps its place. */
export const publishClass = async (tx: Executor, id: number, at: Date): Promise<void> => {
  await tx
    .update(classes)
    .set({ publishedAt: at })
    .where(and(eq(classes.id, id), isNull(classes.publishedAt)));
};
