import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ROOT } from './config.ts';

/** Any number will do, as long as all versions of the portal use the same. */
const MIGRATION_LOCK = 7_316_400_115;

const migrationsFolder = path.join(ROOT, 'server/migrations');

/** Brings the schema up to date. Servers that start at once wait for each other: one migrates, the rest find it done. */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await applyMigrations(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
};

let latest: string | undefined;

/** The hash under which the newest migration stands in the database once it is applied. */
export const latestMigration = (): string | undefined => {
  latest ??= readMigrationFiles({ migrationsFolder }).at(-1)?.hash;
  return latest;
};
