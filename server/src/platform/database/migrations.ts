import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { ROOT } from '../config.ts';

export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
  readonly hash: string;
  readonly when: number;
  /** True if the statements may run in transactions; otherwise each must be repeatable. */
  readonly inTransaction: boolean;
}

export const OUTSIDE = '-- outside a transaction';

export const migrationsFolder = path.join(ROOT, 'server/migrations');

interface Journal {
  readonly entries: readonly { readonly tag: string }[];
}

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
