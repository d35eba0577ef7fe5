import { and, asc, eq, gt, inArray, ne } from 'drizzle-orm';
import type { Executor } from '../../platform/database/database.ts';
import { classes } from '../tables.ts';

interface InSeries {
  readonly id: number;
  readonly seriesId: number | null;
}

/** The other classes of the series that have not begun and may still change, by id. */
export const findSeries = async (
  db: Executor,
  { id, seriesId }: InSeries,
  now: Date,
): Promise<{ id: number; code: string }[]> => {
  if (seriesId === null) return [];
  return db
    .select({ id: classes.id, code: classes.code })
    .from(classes)
    .where(
      and(
        eq(classes.seriesId, seriesId),
        ne(classes.id, id),
        inArray(classes.state, ['draft', 'published', 'closed']),
        gt(classes.startTime, now),
      ),
    )
    .orderBy(asc(classes.id));
};
