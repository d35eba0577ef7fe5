import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ROOT } from './config.ts';

export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  /** The key of an applied migration in the database. */
  readonly hash: string;
  /** The creation time in milliseconds. */
  readonly when: number;
  /** True if the statements may run in transactions; otherwise each must be repeatable. */
  readonly inTransaction: boolean;
}

/** The first line of a file whose statements cannot run in a transaction (`concurrently`). */
export const OUTSIDE = '-- outside a transaction';

export const migrationsFolder = path.join(ROOT, 'server/migrations');

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** The migrations of a drizzle-kit folder, oldest first. */
export const readMigrations = (folder: string): Migration[] => {
  const { entries }: Journal = JSON.parse(readFileSync(path.join(folder, 'meta/_journal.json'), 'utf8'));
  return readMigrationFiles({ migrationsFolder: folder }).map(({ sql, hash, folderMillis }, n) => ({
    name: entries[n]?.tag ?? hash,
    statements: sql,
    hash,
    when: folderMillis,
    inTransaction: !sql[0]?.startsWith(OUTSIDE),
  }));
};
