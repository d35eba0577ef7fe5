import { today } from '@portal/contract/dates';
import { inArray, sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { noteUnused } from '../platform/files/unused-files.ts';
import { certificateProofs } from './tables.ts';

/**
 * Removes the person from certificates of erased people that ended four years ago, and what these certificates rest on.
 * The database checks both with the rights of the owner.
 */
export const forgetErasedContents = (db: Database, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select forget_contents_of_erased(${today(now)}::date) as id`,
    );
    const ids = rows.map(({ id }) => Number(id));
    const proofs = await tx
      .delete(certificateProofs)
      .where(inArray(certificateProofs.certificateId, ids))
      .returning({ key: certificateProofs.fileKey });
    await noteUnused(
      tx,
      proofs.map(({ key }) => key),
      now,
    );
  });
