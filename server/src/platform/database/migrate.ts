import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ConfigurationFault } from '../config.ts';
import { ask, close, open } from '../http/start-client.ts';
import { DEADLOCK, LOCK_TIMEOUT, sqlState } from './database.ts';
import { type Migration, migrationsFolder, readMigrations } from './migrations.ts';

/** The key of an advisory lock; it is the same in all versions. */
const MIGRATION_LOCK = 7_316_400_115;

const OLDEST_VERSION = 15;

/** `number` is `server_version_num`. @throws ConfigurationFault */
export const refuseOldPostgres = (number: number): void => {
  const version = Math.floor(number / 10_000);
  if (version >= OLDEST_VERSION) return;
  throw new ConfigurationFault(
    `資料庫的版本過舊，請改用 PostgreSQL ${OLDEST_VERSION} 以上的版本，並檢查 DATABASE_URL (PostgreSQL ${version} is too old; ${OLDEST_VERSION} or newer is needed).`,
  );
};

const versionOf = async (client: pg.Client): Promise<number> => {
  const [row] = await ask<{ number: string }>(
    client,
    "select current_setting('server_version_num') as number",
  );
  return Number(row?.number);
};

/** The table that Drizzle's own migrator uses. */
const JOURNAL = 'drizzle.__drizzle_migrations';

interface Applied {
  readonly hash: string;
  readonly when: string;
}

/** The baseline is applied to empty databases only. @throws ConfigurationFault */
const refuseForeignSchema = (applied: readonly Applied[], baseline: Migration | undefined): void => {
  const isOurs = applied.some(
    ({ hash, when }) => baseline && (hash.startsWith(baseline.hash) || when === String(baseline.when)),
  );
  if (applied.length === 0 || isOurs) return;
  throw new ConfigurationFault(
    '資料庫由 1.0.0 以前的版本建立，無法更新；若只有示範資料，請刪除 DATA_DIR 的資料夾後再啟動 (the database was created by a version before 1.0.0, which cannot be upgraded).',
  );
};

const findPending = async (client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> => {
  const [table] = await ask<{ found: string | null }>(client, 'select to_regclass($1) as found', [JOURNAL]);
  if (!table?.found) return [...migrations];
  const applied = await ask<Applied>(client, `select hash, created_at as when from ${JOURNAL}`);
  refuseForeignSchema(applied, migrations[0]);
  const known = new Set(applied.flatMap(({ hash, when }) => [hash, when]));
  return migrations.filter(({ hash, when }) => !known.has(hash) && !known.has(String(when)));
};

const createJournal = async (client: pg.Client): Promise<boolean> => {
  const [table] = await ask<{ found: string | null }>(client, 'select to_regclass($1) as found', [JOURNAL]);
  if (table?.found) return false;
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table ${JOURNAL} (id serial primary key, hash text not null, created_at bigint)`,
  );
  return true;
};

const note = (client: pg.Client, { hash, when }: Migration) =>
  client.query(`insert into ${JOURNAL} (hash, created_at) values ($1, $2)`, [hash, when]);

/** Records progress within a migration. The time 0 keeps other versions from reading the row as a migration. */
const noteStep = (client: pg.Client, { hash }: Migration, step: number) =>
  client.query(`insert into ${JOURNAL} (hash, created_at) values ($1, 0)`, [`${hash}#${step}`]);

const countSteps = async (client: pg.Client, { hash }: Migration): Promise<number> => {
  const { rows } = await client.query(`select from ${JOURNAL} where starts_with(hash, $1)`, [`${hash}#`]);
  return rows.length;
};

const noteEnd = async (client: pg.Client, migration: Migration) => {
  await client.query(`delete from ${JOURNAL} where starts_with(hash, $1)`, [`${migration.hash}#`]);
  await note(client, migration);
};

/** In milliseconds. Shorter than `deadlock_timeout` (1 s), so that a deadlock ends the migration and not a request. */
const LOCK_TIMEOUT_MS = 500;
/** Long, because `concurrently` waits for others without blocking them. */
const INDEX_LOCK_TIMEOUT_MS = 600_000;
/** In milliseconds. */
const MIGRATION_TIMEOUT_MS = 600_000;

const RETRIED_STATES = new Set([DEADLOCK, LOCK_TIMEOUT]);

type Announce = (message: string) => void;

interface Attempts {
  readonly announce: Announce;
  readonly giveUp: number;
}

const busy = (name: string) =>
  new ConfigurationFault(
    `資料庫忙碌中，無法更新結構，請稍後再啟動 (migration ${name} got no lock; end what holds its tables, see pg_stat_activity, and start again).`,
  );

/** Retries after lock timeouts and deadlocks. Pauses in between let queued requests proceed. */
const retryWhileLocked = async (
  name: string,
  { announce, giveUp }: Attempts,
  work: () => Promise<unknown>,
) => {
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!RETRIED_STATES.has(sqlState(error) ?? '')) throw error;
      if (performance.now() - started > giveUp) throw busy(name);
      announce(`資料表使用中，稍後再試 (migration ${name} waits for a lock, attempt ${attempt})`);
      await sleep(Math.min(attempt, 4) * (250 + Math.random() * 500));
    }
  }
};

const transact = async (client: pg.Client, statements: readonly string[], end: () => Promise<unknown>) => {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}; set local statement_timeout = 0`);
    for (const statement of statements) await client.query(statement);
    await end();
    await client.query('commit');
  } catch (error) {
    // This fails too on a lost connection; throw the first error, which says why.
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/** Commits after each statement: one transaction would hold a table while it waits for another, and deadlock with requests. */
const applyByStatement = async (client: pg.Client, migration: Migration, attempts: Attempts) => {
  const { name, statements } = migration;
  const done = await countSteps(client, migration);
  for (const [n, statement] of statements.entries()) {
    if (n < done) continue;
    const isLast = n === statements.length - 1;
    const end = () => (isLast ? noteEnd(client, migration) : noteStep(client, migration, n));
    await retryWhileLocked(name, attempts, () => transact(client, [statement], end));
  }
};

/** Used for a new database, which has no other clients: one transaction is faster. */
const applyAtOnce = (client: pg.Client, migration: Migration) =>
  transact(client, migration.statements, () => note(client, migration));

const INDEX = /\bindex\s+concurrently\s+(?:if\s+not\s+exists\s+)?("?)(\w+)\1/i;

/** Drops the invalid index that a failed build leaves: `if not exists` would accept it. */
const dropInvalidIndex = async (client: pg.Client, statement: string) => {
  const name = INDEX.exec(statement)?.[2];
  if (name === undefined) return;
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [`"${name}"`],
  );
  if (rows.length > 0) await client.query(`drop index concurrently "${name}"`);
};

/** Sets its long timeouts on connecting: if they were set later, a pooler could leave them on a shared connection. */
const applyOutside = async (databaseUrl: string, migration: Migration, attempts: Attempts) => {
  const client = await open(databaseUrl, { lock_timeout: INDEX_LOCK_TIMEOUT_MS, statement_timeout: 0 });
  try {
    for (const statement of migration.statements) {
      await retryWhileLocked(migration.name, attempts, async () => {
        await dropInvalidIndex(client, statement);
        await client.query(statement);
      });
    }
    await note(client, migration);
  } finally {
    await close(client);
  }
};

/** The lock has its own transaction: a concurrent index build waits for older snapshots, and must not wait for the holder. */
const withMigrationLock = async (
  databaseUrl: string,
  work: (stillHeld: () => Promise<unknown>) => Promise<void>,
) => {
  const holder = await open(databaseUrl);
  try {
    for (;;) {
      await ask(holder, 'begin');
      await ask(holder, 'set local idle_in_transaction_session_timeout = 0');
      const [lock] = await ask<{ held: boolean }>(holder, 'select pg_try_advisory_xact_lock($1) as held', [
        MIGRATION_LOCK,
      ]);
      if (lock?.held) break;
      await ask(holder, 'rollback');
      await sleep(200);
    }
    await work(() => ask(holder, 'select'));
  } finally {
    await close(holder);
  }
};

interface Options {
  folder?: string;
  announce?: Announce;
  /** In milliseconds. */
  giveUp?: number;
}

/** Other servers keep running meanwhile. If several start at once, one of them migrates. */
export const migrate = async (
  databaseUrl: string,
  { folder = migrationsFolder, announce = () => {}, giveUp = MIGRATION_TIMEOUT_MS }: Options = {},
): Promise<void> => {
  const migrations = readMigrations(folder);
  const client = await open(databaseUrl);
  try {
    refuseOldPostgres(await versionOf(client));
    if ((await findPending(client, migrations)).length === 0) return;
    await withMigrationLock(databaseUrl, async (stillHeld) => {
      const isNew = await createJournal(client);
      if (isNew) announce(`建立資料表中…(creating the tables by ${migrations.length} migrations)`);
      for (const migration of await findPending(client, migrations)) {
        await stillHeld();
        if (!isNew) announce(`更新資料庫結構 (migration ${migration.name})`);
        if (isNew && migration.inTransaction) await applyAtOnce(client, migration);
        else if (migration.inTransaction) await applyByStatement(client, migration, { announce, giveUp });
        else await applyOutside(databaseUrl, migration, { announce, giveUp });
      }
    });
  } finally {
    await close(client);
  }
};

let latest: string | undefined;

export const latestMigration = (): string | undefined => {
  latest ??= readMigrations(migrationsFolder).at(-1)?.hash;
  return latest;
};
