import { MERGE_UNDO_DAYS } from '@portal/contract/office/person-merges';
import { and, isNotNull, lt } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { personMerges } from '../tables.ts';

const DAY = 24 * 3_600_000;

/** Moves are stored for as long as the merge can be undone. */
export const forgetMoves = async (db: Database, now: Date): Promise<void> => {
  await db
    .update(personMerges)
    .set({ moves: null })
    .where(
      and(
        isNotNull(personMerges.moves),
        lt(personMerges.mergedAt, new Date(now.getTime() - MERGE_UNDO_DAYS * DAY)),
      ),
    );
};
