import { sql } from 'drizzle-orm';
import { type Database, inTransaction } from '../platform/database/database.ts';
import { noteUnused } from '../platform/files/unused-files.ts';
import { jobs } from './tables.ts';

/** Removes jobs that ended long enough ago. The sweep removes their files like all that no row names. */
export const forgetJobs = (db: Database, now: Date): Promise<void> =>
  inTransaction(db, async (tx) => {
    const removed = await tx
      .delete(jobs)
      .where(sql`${jobs.endedAt} + make_interval(hours => ${jobs.keptHours}) < ${now}`)
      .returning({ fileKey: jobs.fileKey });
    const keys = removed.flatMap(({ fileKey }) => (fileKey === null ? [] : [fileKey]));
    await noteUnused(tx, keys, now);
  });
