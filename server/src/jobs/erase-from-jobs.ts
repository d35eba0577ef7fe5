import { and, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../platform/database/database.ts';
import { containsWord, ERASED_TEXT, type ErasedPart, erasedPart } from '../platform/database/erased.ts';
import { noteUnused } from '../platform/files/unused-files.ts';
import { jobItems, jobs } from './tables.ts';

interface Erased {
  /** Keys of items that may be about the person. */
  readonly keys: readonly string[];
  readonly words: readonly string[];
}

const isAbout = ({ keys, words }: Erased): SQL | undefined =>
  and(
    inArray(jobItems.key, [...keys]),
    or(containsWord(jobItems.label, words), containsWord(sql`coalesce(${jobItems.note}, '')`, words)),
  );

/** The files of these jobs may show the person. */
const dropFiles = async (tx: Tx, ids: readonly number[], now: Date): Promise<void> => {
  const withFile = and(inArray(jobs.id, [...ids]), isNotNull(jobs.fileKey));
  const rows = await tx.select({ key: jobs.fileKey }).from(jobs).where(withFile);
  await tx.update(jobs).set({ fileKey: null, fileName: null, fileType: null }).where(withFile);
  await noteUnused(
    tx,
    rows.flatMap(({ key }) => (key === null ? [] : [key])),
    now,
  );
};

export const eraseFromJobs = async (tx: Tx, erased: Erased, now: Date): Promise<ErasedPart> => {
  const masked = await tx
    .update(jobItems)
    .set({ label: ERASED_TEXT, note: sql`case when ${jobItems.note} is not null then ${ERASED_TEXT} end` })
    .where(isAbout(erased))
    .returning({ jobId: jobItems.jobId });
  await dropFiles(tx, [...new Set(masked.map(({ jobId }) => jobId))], now);
  return erasedPart(jobItems, 'masked', { rowCount: masked.length });
};
