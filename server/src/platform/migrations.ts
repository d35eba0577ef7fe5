import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ROOT } from './config.ts';

/** One file of `server/migrations`. */
export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  /** Under which it stands in the database once it is applied. */
  readonly hash: string;
  /** When it was made, in milliseconds. */
  readonly when: number;
  /** Whether its statements are transactions; otherwise each can be repeated. */
  readonly inTransaction: boolean;
}

/** The first line of a file whose statements PostgreSQL refuses inside a transaction (`concurrently`). */
export const OUTSIDE = '-- outside a transaction';

export const migrationsFolder = path.join(ROOT, 'server/migrations');

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

/** The migrations of a folder that drizzle-kit keeps, the oldest first. */
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
