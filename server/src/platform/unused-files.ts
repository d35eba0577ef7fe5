import { asc, desc, eq, inArray, lt } from 'drizzle-orm';
import type { Database, Executor } from './database.ts';
import type { Files } from './files.ts';
import { unusedFiles } from './tables.ts';

const HOUR = 3_600_000;
/** How long a file stays after its last use: a backup copies the files after the database. */
export const KEPT_UNUSED = 48 * HOUR;
/** Of one owner: whoever replaces their photo all day long must not fill the disk. */
export const MOST_OF_ONE_OWNER = 20;

/** Says in the transaction that takes the last use away that the file of `owner` has no use any more. */
export const markUnused = async (tx: Executor, key: string, owner: string, now: Date): Promise<void> => {
  await tx
    .insert(unusedFiles)
    .values({ key, owner, since: now })
    .onConflictDoUpdate({ target: unusedFiles.key, set: { owner, since: now } });
};

/** Says that files were found that nobody uses, unless it was said before. */
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

/** Removes what the owner has too much of, the oldest first. */
export const removeSurplus = async (db: Database, files: Files, owner: string): Promise<void> => {
  const surplus = await db
    .select({ key: unusedFiles.key })
    .from(unusedFiles)
    .where(eq(unusedFiles.owner, owner))
    .orderBy(desc(unusedFiles.since))
    .offset(MOST_OF_ONE_OWNER);
  await removeAll(db, files, keysOf(surplus));
};

const AT_ONCE = 500;

/**
 * Removes what has had no use for so long that no backup looks for it any more. What `findUsed` finds to be in use again
 * stays. Servers that do it at the same time do not disturb each other.
 */
export const removeUnused = async (
  { db, files }: { db: Database; files: Files },
  findUsed: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  now: Date,
): Promise<void> => {
  for (;;) {
    const due = await db
      .select({ key: unusedFiles.key })
      .from(unusedFiles)
      .where(lt(unusedFiles.since, new Date(now.getTime() - KEPT_UNUSED)))
      .orderBy(asc(unusedFiles.since))
      .limit(AT_ONCE);
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
