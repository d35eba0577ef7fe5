import { asc, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Database, Executor } from '../database/database.ts';
import { unusedFiles } from '../tables.ts';
import type { Files } from './files.ts';

const HOUR = 3_600_000;
/** In milliseconds. Long, because backups copy the files later than the database. */
export const UNUSED_RETENTION_MS = 48 * HOUR;
/** Unused files kept per owner, so that replacing a photo repeatedly cannot fill the disk. */
export const FILES_OF_OWNER_MAX = 20;

interface UnusedFile {
  readonly key: string;
  readonly owner: string;
}

export const markUnused = async (tx: Executor, unused: readonly UnusedFile[], now: Date): Promise<void> => {
  if (unused.length === 0) return;
  await tx
    .insert(unusedFiles)
    .values(unused.map((file) => ({ ...file, since: now })))
    .onConflictDoUpdate({ target: unusedFiles.key, set: { owner: sql`excluded.owner`, since: now } });
};

export const noteUnused = async (db: Executor, keys: readonly string[], now: Date): Promise<void> => {
  if (keys.length === 0) return;
  const rows = keys.map((key) => ({ key, since: now }));
  await db.insert(unusedFiles).values(rows).onConflictDoNothing();
};

const forget = (db: Executor, keys: string[]) => db.delete(unusedFiles).where(inArray(unusedFiles.key, keys));

const removeAll = async (db: Executor, files: Files, keys: string[]): Promise<void> => {
  for (const key of keys) await files.remove(key);
  await forget(db, keys);
};

const keysOf = (rows: { key: string }[]): string[] => rows.map(({ key }) => key);

export const removeSurplus = async (db: Database, files: Files, owner: string): Promise<void> => {
  const surplus = await db
    .select({ key: unusedFiles.key })
    .from(unusedFiles)
    .where(eq(unusedFiles.owner, owner))
    .orderBy(desc(unusedFiles.since))
    .offset(FILES_OF_OWNER_MAX);
  await removeAll(db, files, keysOf(surplus));
};

const FILES_AT_ONCE = 500;

/** Keeps files that `findUsed` reports as used again. */
export const removeUnused = async (
  { db, files }: { db: Database; files: Files },
  findUsed: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: Date,
): Promise<void> => {
  for (;;) {
    const due = await db
      .select({ key: unusedFiles.key })
      .from(unusedFiles)
      .where(lt(unusedFiles.since, new Date(now.getTime() - UNUSED_RETENTION_MS)))
      .orderBy(asc(unusedFiles.since))
      .limit(FILES_AT_ONCE);
    if (due.length === 0) return;
    const keys = keysOf(due);
    const used = await findUsed(keys);
    await forget(db, [...used]);
    await removeAll(
      db,
      files,
      keys.filter((key) => !used.has(key)),
    );
  }
};
