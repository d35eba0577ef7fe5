import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { ConfigurationFault, ROOT } from './config.ts';

/** Any number will do, as long as all versions of the portal use the same. */
const MIGRATION_LOCK = 7_316_400_115;

const migrationsFolder = path.join(ROOT, 'server/migrations');

/** The oldest whose SQL we keep to. */
const OLDEST = 15;

/** @throws ConfigurationFault where `number`, the server's `server_version_num`, is of a PostgreSQL that is too old. */
export const refuseOldPostgres = (number: number): void => {
  const version = Math.floor(number / 10_000);
  if (version >= OLDEST) return;
  throw new ConfigurationFault(
    `資料庫的版本過舊，請改用 PostgreSQL ${OLDEST} 以上的版本，並檢查 DATABASE_URL (PostgreSQL ${version} is too old; ${OLDEST} or newer is needed).`,
  );
};

const versionOf = async (client: pg.Client): Promise<number> => {
  const { rows } = await client.query<{ number: string }>(
    "select current_setting('server_version_num') as number",
  );
  return Number(rows[0]?.number);
};

/** Brings the schema up to date. Servers that start at once wait for each other: one migrates, the rest find it done. */
export const migrate = async (databaseUrl: string): Promise<void> => {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    refuseOldPostgres(await versionOf(client));
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
