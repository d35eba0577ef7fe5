import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrationsFolder } from '../src/platform/migrations.ts';

/** Works with a copy of the migrations as a former version had them: the first `count` of them. */
export const withOlderMigrations = async <T>(
  count: number,
  work: (folder: string) => Promise<T>,
): Promise<T> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-migrations-'));
  try {
    await cp(migrationsFolder, folder, { recursive: true });
    const journal = path.join(folder, 'meta/_journal.json');
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8'));
    await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, count) }));
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};
