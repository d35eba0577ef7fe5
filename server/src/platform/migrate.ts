import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { ConfigurationFault } from './config.ts';
import { connectionTo, sqlState } from './database.ts';
import { type Migration, migrationsFolder, readMigrations } from './migrations.ts';

/** Any number will do, as long as all versions of the portal use the same. */
const MIGRATION_LOCK = 7_316_400_115;

/** The oldest whose SQL we keep to. */
const OLDEST = 15;

/** Milliseconds within which a database must answer a question that costs it nothing. */
const PATIENCE = 10_000;

/** @throws ConfigurationFault where `number`, the server's `server_version_num`, is of a PostgreSQL that is too old. */
export const refuseOldPostgres = (number: number): void => {
  const version = Math.floor(number / 10_000);
  if (version >= OLDEST) return;
  throw new ConfigurationFault(
    `資料庫的版本過舊，請改用 PostgreSQL ${OLDEST} 以上的版本，並檢查 DATABASE_URL (PostgreSQL ${version} is too old; ${OLDEST} or newer is needed).`,
  );
};

const silent = () =>
  new ConfigurationFault(
    `資料庫在 ${PATIENCE / 1000} 秒內沒有回應，請檢查 DATABASE_URL (the database did not answer within ${PATIENCE / 1000} seconds; check DATABASE_URL).`,
  );

const orSilent = (error: unknown): unknown =>
  error instanceof Error && /^(timeout expired|Query read timeout)$/.test(error.message) ? silent() : error;

/** Asks what is answered at once, or not at all. */
const ask = async <Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: unknown[] = [],
) => {
  const question = { text, values, query_timeout: PATIENCE };
  try {
    return (await client.query<Row>(question)).rows;
  } catch (error) {
    throw orSilent(error);
  }
};

const open = async (databaseUrl: string, settings = {}): Promise<pg.Client> => {
  const client = new pg.Client({
    ...connectionTo(databaseUrl, settings),
    connectionTimeoutMillis: PATIENCE,
    keepAlive: true,
  });
  // A connection that is lost makes the next query fail; without a listener it would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: unknown) => {
    throw orSilent(error);
  });
  return client;
};

/** Ends a connection without waiting for a database that may be silent. */
const close = (client: pg.Client) => Promise.race([client.end(), sleep(1_000, undefined, { ref: false })]);

const versionOf = async (client: pg.Client): Promise<number> => {
  const [row] = await ask<{ number: string }>(
    client,
    "select current_setting('server_version_num') as number",
  );
  return Number(row?.number);
};

/** The table in which drizzle's own migrator, which former versions used, notes what is applied. */
const JOURNAL = 'drizzle.__drizzle_migrations';

const findPending = async (client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> => {
  const [table] = await ask<{ found: string | null }>(client, 'select to_regclass($1) as found', [JOURNAL]);
  if (!table?.found) return [...migrations];
  const applied = await ask<{ hash: string; when: string }>(
    client,
    `select hash, created_at as when from ${JOURNAL}`,
  );
  const known = new Set(applied.flatMap(({ hash, when }) => [hash, when]));
  return migrations.filter(({ hash, when }) => !known.has(hash) && !known.has(String(when)));
};

/** Whether it was not there. */
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

/** So far is a migration done. Under a time of 0, so that no version takes such a row for a migration. */
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

/**
 * Milliseconds that a statement waits for a lock: whoever wants the table meanwhile waits behind it. Less than
 * PostgreSQL's `deadlock_timeout` (1 s), so that in a dead-lock with a request the migration gives way.
 */
const SHORT_WAIT = 500;
/** `concurrently` waits for others, but nobody for it. */
const LONG_WAIT = 600_000;
/** Milliseconds after which a migration that got no lock is given up. */
const GIVE_UP = 600_000;

const passing = new Set(['40P01', '55P03']);

type Tell = (message: string) => void;

interface Attempts {
  readonly tell: Tell;
  readonly giveUp: number;
}

const busy = (name: string) =>
  new ConfigurationFault(
    `資料庫忙碌中，無法更新結構，請稍後再啟動 (migration ${name} got no lock; end what holds its tables, see pg_stat_activity, and start again).`,
  );

/** Tries again what a lock of somebody else stopped; the pauses let those through who waited behind it. */
const persist = async (name: string, { tell, giveUp }: Attempts, work: () => Promise<unknown>) => {
  const started = performance.now();
  for (let attempt = 1; ; attempt++) {
    try {
      await work();
      return;
    } catch (error) {
      if (!passing.has(sqlState(error) ?? '')) throw error;
      if (performance.now() - started > giveUp) throw busy(name);
      tell(`資料表使用中，稍後再試 (migration ${name} waits for a lock, attempt ${attempt})`);
      await sleep(Math.min(attempt, 4) * (250 + Math.random() * 500));
    }
  }
};

const transact = async (client: pg.Client, statements: readonly string[], end: () => Promise<unknown>) => {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = ${SHORT_WAIT}; set local statement_timeout = 0`);
    for (const statement of statements) await client.query(statement);
    await end();
    await client.query('commit');
  } catch (error) {
    // On a lost connection this fails too, and the first error says why.
    await client.query('rollback').catch(() => {});
    throw error;
  }
};

/**
 * Each statement is a transaction, and what is done is not repeated. One transaction for several would hold one table
 * while it waits for another: requests that hold this one and want the first would end it, again and again.
 */
const applyByStatement = async (client: pg.Client, migration: Migration, attempts: Attempts) => {
  const { name, statements } = migration;
  const done = await countSteps(client, migration);
  for (const [n, statement] of statements.entries()) {
    if (n < done) continue;
    const isLast = n === statements.length - 1;
    const end = () => (isLast ? noteEnd(client, migration) : noteStep(client, migration, n));
    await persist(name, attempts, () => transact(client, [statement], end));
  }
};

/** Of a database that is new: nobody else is there, and one transaction is quicker. */
const applyAtOnce = (client: pg.Client, migration: Migration) =>
  transact(client, migration.statements, () => note(client, migration));

const INDEX = /\bindex\s+concurrently\s+(?:if\s+not\s+exists\s+)?("?)(\w+)\1/i;

/** Building an index leaves an invalid one behind when it fails, for which `if not exists` would settle. */
const dropInvalidIndex = async (client: pg.Client, statement: string) => {
  const name = INDEX.exec(statement)?.[2];
  if (name === undefined) return;
  const { rows } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [`"${name}"`],
  );
  if (rows.length > 0) await client.query(`drop index concurrently "${name}"`);
};

/** It may take long. Said where the connection is made: said later, a pooler would hand it on with the connection. */
const applyOutside = async (databaseUrl: string, migration: Migration, attempts: Attempts) => {
  const client = await open(databaseUrl, { lock_timeout: LONG_WAIT, statement_timeout: 0 });
  try {
    for (const statement of migration.statements) {
      await persist(migration.name, attempts, async () => {
        await dropInvalidIndex(client, statement);
        await client.query(statement);
      });
    }
    await note(client, migration);
  } finally {
    await close(client);
  }
};

/**
 * One server migrates, others wait. The lock belongs to a transaction of a connection of its own, for two reasons:
 * a pooler that lends a connection for a transaction keeps it, and building an index, which waits for every older
 * snapshot, waits neither for its holder nor for those who ask again and again.
 */
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
  /** Hears what is done. */
  tell?: Tell;
  /** Milliseconds after which a migration that got no lock is given up. */
  giveUp?: number;
}

/**
 * Brings the schema up to date while other servers go on with it. Servers that start at once wait for each other: one
 * migrates, the rest find it done.
 */
export const migrate = async (
  databaseUrl: string,
  { folder = migrationsFolder, tell = () => {}, giveUp = GIVE_UP }: Options = {},
): Promise<void> => {
  const migrations = readMigrations(folder);
  const client = await open(databaseUrl);
  try {
    refuseOldPostgres(await versionOf(client));
    if ((await findPending(client, migrations)).length === 0) return;
    await withMigrationLock(databaseUrl, async (stillHeld) => {
      const isNew = await createJournal(client);
      for (const migration of await findPending(client, migrations)) {
        await stillHeld();
        tell(`更新資料庫結構 (migration ${migration.name})`);
        if (isNew && migration.inTransaction) await applyAtOnce(client, migration);
        else if (migration.inTransaction) await applyByStatement(client, migration, { tell, giveUp });
        else await applyOutside(databaseUrl, migration, { tell, giveUp });
      }
    });
  } finally {
    await close(client);
  }
};

let latest: string | undefined;

/** The hash under which the newest migration stands in the database once it is applied. */
export const latestMigration = (): string | undefined => {
  latest ??= readMigrations(migrationsFolder).at(-1)?.hash;
  return latest;
};
