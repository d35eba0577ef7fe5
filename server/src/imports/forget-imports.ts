import { UNDO_DAYS } from '@portal/contract/office/imports';
import { and, inArray, isNull, lt, notInArray } from 'drizzle-orm';
import type { Database } from '../platform/database/database.ts';
import { inTransaction } from '../platform/database/database.ts';
import { importRows, imports } from './tables.ts';

const DAY = 24 * 3_600_000;
/** A job that undoes an import on the last day may still be at work. */
const DAYS = UNDO_DAYS + 1;

/**
 * Removes the rows of imports that can no longer be undone, because they hold personal data, and the imports that were never
 * started.
 */
export const forgetImports = (db: Database, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const before = new Date(now.getTime() - DAYS * DAY);
    await tx
      .delete(imports)
      .where(and(inArray(imports.state, ['checking', 'checked']), lt(imports.createdAt, before)));
    const forgotten = await tx
      .update(imports)
      .set({ forgottenAt: now })
      .where(
        and(
          notInArray(imports.state, ['checking', 'checked']),
          lt(imports.startedAt, before),
          isNull(imports.forgottenAt),
        ),
      )
      .returning({ id: imports.id });
    const ids = forgotten.map(({ id }) => id);
    if (ids.length > 0) await tx.delete(importRows).where(inArray(importRows.importId, ids));
  });
