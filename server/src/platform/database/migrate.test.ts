import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as migrateByDrizzle } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { administer, databaseUrl, dropDatabase } from '../../../test/database.ts';
import { untilAllWait } from '../../../test/locks.ts';
import { withMuteDatabase } from '../../../test/mute-database.ts';
import { ConfigurationFault } from '../config.ts';
import { migrate, refuseOldPostgres } from './migrate.ts';
import { OUTSIDE } from './migrations.ts';

test.each([
  [90_624, 9],
  [130_018, 13],
  [140_000, 14],
  [149_999, 14],
])('refuses a PostgreSQL with version number %i with one sentence', (number, version) => {
  const refuse = () => refuseOldPostgres(number);
  expect(refuse).toThrow(ConfigurationFault);
  expect(refuse).toThrow(/^資料庫.*DATABASE_URL.*\(.*\)\.$/);
  expect(refuse).toThrow(`PostgreSQL ${version}`);
});

test.each([150_000, 150_014, 160_000, 180_001, 200_000])(
  'accepts a PostgreSQL with version number %i',
  (number) => {
    expect(() => refuseOldPostgres(number)).not.toThrow();
  },
);

/** Works on a new, empty database. */
const onEmptyDatabase = async (work: (address: string) => Promise<void>) => {
  const { url, template } = inject('databaseServer');
  const name = `${template}_${randomBytes(6).toString('hex')}`;
  await administer(url, (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  );
  try {
    await work(databaseUrl(url, name));
  } finally {
    await administer(url, (client) => dropDatabase(client, name));
  }
};

const schemasIn = (address: string) =>
  administer(address, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname !~ '^pg_|^information_schema$' order by 1",
    );
    return rows.map(({ name }) => name);
  });

test('brings the present server’s database up to date', () =>
  onEmptyDatabase(async (address) => {
    await migrate(address);
    expect(await schemasIn(address)).toEqual(['drizzle', 'public']);
  }));

test('changes nothing on a server that is too old', () =>
  onEmptyDatabase(async (address) => {
    // One that says it is: what its version is asked with is found here before PostgreSQL's own.
    await administer(address, async (client) => {
      await client.query(
        "create function public.current_setting(text) returns text language sql as $$ select '140012' $$",
      );
      await client.query(
        `alter database ${new URL(address).pathname.slice(1)} set search_path = public, pg_catalog`,
      );
    });
    await expect(migrate(address)).rejects.toThrow('PostgreSQL 14');
    expect(await schemasIn(address)).toEqual(['public']);
  }));

const rowsIn = (address: string, text: string) =>
  administer(address, async (client) => (await client.query(text)).rows);

test('validates each constraint that an earlier file added as not valid', () =>
  onEmptyDatabase(async (address) => {
    await migrate(address);
    expect(await rowsIn(address, 'select conname from pg_constraint where not convalidated')).toEqual([]);
    expect(await rowsIn(address, 'select indexrelid::regclass from pg_index where not indisvalid')).toEqual(
      [],
    );
  }));

/** Migrations made up for a test: the texts of their files by name, in order. */
const inFolder = async (files: Record<string, string>, work: (folder: string) => Promise<void>) => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-migrations-'));
  try {
    await mkdir(path.join(folder, 'meta'));
    const entries = Object.keys(files).map((tag, idx) => ({
      idx,
      version: '7',
      when: 1_000 + idx,
      tag,
      breakpoints: true,
    }));
    const journal = JSON.stringify({ version: '7', dialect: 'postgresql', entries });
    await writeFile(path.join(folder, 'meta/_journal.json'), journal);
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, `${name}.sql`), text);
    await work(folder);
  } finally {
    await rm(folder, { recursive: true });
  }
};

const statements = (...lines: string[]) => lines.join('--> statement-breakpoint\n');

const JOURNAL = 'select hash, created_at from drizzle.__drizzle_migrations order by id';

test('refuses a database of another product or of a version before the baseline, and changes nothing', () =>
  onEmptyDatabase(async (address) => {
    await inFolder({ '0000_a': 'create table a (id int)' }, (folder) => migrate(address, { folder }));
    await expect(migrate(address)).rejects.toThrow(/1\.0\.0 以前的版本.*DATA_DIR/);
    const tables = "select tablename from pg_tables where schemaname = 'public'";
    expect(await rowsIn(address, tables)).toEqual([{ tablename: 'a' }]);
  }));

test('recognises a migration whose text has changed by its time', () =>
  onEmptyDatabase(async (address) => {
    await inFolder({ '0000_a': 'create table a (id int)' }, (folder) => migrate(address, { folder }));
    await inFolder(
      { '0000_a': 'create table a (id bigint)', '0001_b': 'create table b (id int)' },
      (folder) => migrate(address, { folder }),
    );
    const tables = "select tablename from pg_tables where schemaname = 'public' order by 1";
    expect(await rowsIn(address, tables)).toEqual([{ tablename: 'a' }, { tablename: 'b' }]);
  }));

test('a statement that fails is undone, and the next start continues with it', () =>
  onEmptyDatabase(async (address) => {
    const first = { '0000_a': 'create table a (id int)' };
    await inFolder(first, (folder) => migrate(address, { folder }));
    const text = statements(
      'create table b (id int);',
      'alter table c add x int;',
      'create table d (id int);',
    );
    const files = { ...first, '0001_b': text };
    await inFolder(files, async (folder) => {
      await expect(migrate(address, { folder })).rejects.toThrow('"c"');
      await rowsIn(address, 'create table c (id int)');
      await migrate(address, { folder });
    });
    expect(await rowsIn(address, 'select c.x from b, c, d')).toEqual([]);
    expect(await rowsIn(address, JOURNAL)).toHaveLength(2);
  }));

test('a first migration that fails leaves a new database empty', () =>
  onEmptyDatabase(async (address) => {
    const failing = { '0000_a': statements('create table a (id int);', 'alter table c add x int;') };
    await inFolder(failing, (folder) => expect(migrate(address, { folder })).rejects.toThrow('"c"'));
    expect(await rowsIn(address, "select to_regclass('a')::text as a")).toEqual([{ a: null }]);
  }));

/** A connection that does something of its own while a migration wants to run. */
const withOther = async (address: string, work: (other: pg.Client) => Promise<void>) => {
  const other = new pg.Client({ connectionString: address });
  await other.connect();
  try {
    await work(other);
  } finally {
    await other.end();
  }
};

const WIDEN = { '0000_start': '', '0001_a_name': 'alter table a add column name text' };

/** Works on a database with an empty table `a`, and with a migration that widens it. */
const onNarrowTable = (work: (address: string, folder: string) => Promise<void>) =>
  onEmptyDatabase((address) =>
    inFolder(WIDEN, async (folder) => {
      await inFolder({ '0000_start': 'create table a (id int primary key)' }, (start) =>
        migrate(address, { folder: start }),
      );
      await work(address, folder);
    }),
  );

const untilWaiting = (address: string, ...calls: readonly Promise<unknown>[]) =>
  untilAllWait(
    async () =>
      (
        await rowsIn(
          address,
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).length,
    calls,
  );

/** Reads the table in a transaction while `widen` waits for it, and ends the transaction after `meanwhile`. */
const whileRead = (
  address: string,
  widen: () => Promise<unknown>,
  meanwhile: (widened: Promise<unknown>) => Promise<unknown>,
) =>
  withOther(address, async (reader) => {
    await reader.query('begin; select * from a');
    const widened = widen();
    await untilWaiting(address, widened);
    await meanwhile(widened);
    await reader.query('commit');
    await widened;
  });

describe('while somebody reads a table for long', () => {
  test('a migration of the table waits, and lets others through repeatedly', () =>
    onNarrowTable(async (address, folder) => {
      const told: string[] = [];
      const announce = (message: string) => told.push(message);
      const waits = () => told.filter((message) => message.includes('waits for a lock')).length;
      await whileRead(
        address,
        () => migrate(address, { folder, announce }),
        // Two others come while it waits: both are served while the first still reads.
        async () => {
          for (const before of [0, 1]) {
            await rowsIn(address, 'select * from a');
            await expect.poll(waits).toBeGreaterThan(before);
          }
        },
      );
      expect(await rowsIn(address, 'select name from a')).toEqual([]);
    }));

  test('control: a migration that waits without a limit blocks all others', () =>
    onNarrowTable(async (address, folder) => {
      const widen = () =>
        administer(address, (client) => migrateByDrizzle(drizzle(client), { migrationsFolder: folder }));
      let isServed = false;
      let read: Promise<unknown> | undefined;
      await whileRead(address, widen, async (widened) => {
        read = rowsIn(address, 'select * from a').then(() => {
          isServed = true;
        });
        await untilWaiting(address, widened, read);
        expect(isServed).toBe(false);
      });
      await read;
    }));

  test('a migration that gets no lock is given up with a sentence, and has changed nothing', () =>
    onNarrowTable((address, folder) =>
      withOther(address, async (reader) => {
        await reader.query('begin; select * from a');
        await expect(migrate(address, { folder, giveUp: 100 })).rejects.toThrow(ConfigurationFault);
        await reader.query('commit');
        await migrate(address, { folder });
        expect(await rowsIn(address, 'select name from a')).toEqual([]);
      }),
    ));
});

const indexes =
  "select indexrelid::regclass::text as name, indisvalid as valid from pg_index where indrelid = 'a'::regclass and not indisprimary";

describe('outside a transaction', () => {
  const build = (column: string) => ({
    '0000_start': '',
    '0001_a_index': `${OUTSIDE}\ncreate unique index concurrently if not exists "a_index" on "a" (${column});`,
  });

  test('an index is built while others write, and one that failed before is built anew', () =>
    onNarrowTable(async (address) => {
      await rowsIn(address, 'alter table a add column n int; insert into a values (1, 1), (2, 1)');
      await inFolder(build('n'), async (folder) => {
        await expect(migrate(address, { folder })).rejects.toThrow('could not create unique index');
        expect(await rowsIn(address, indexes)).toEqual([{ name: 'a_index', valid: false }]);
        await rowsIn(address, 'update a set n = id');
        await withOther(address, async (writer) => {
          // One role serves and migrates, with limits set in the database, for all who come after this.
          const name = new URL(address).pathname.slice(1);
          await rowsIn(address, `alter database ${name} set statement_timeout = '500ms'`);
          await writer.query('begin; insert into a values (3, 3)');
          const built = migrate(address, { folder });
          await sleep(1_000);
          await withOther(address, async (other) => {
            await other.query('set statement_timeout = 0');
            await other.query('insert into a values (4, 4)');
          });
          await writer.query('commit');
          await built;
        });
        expect(await rowsIn(address, indexes)).toEqual([{ name: 'a_index', valid: true }]);
      });
    }));

  test('a waiting server does not prevent the first one from building its index', () =>
    onNarrowTable((address) =>
      inFolder(build('id'), async (folder) => {
        await Promise.all(Array.from({ length: 3 }, () => migrate(address, { folder })));
        expect(await rowsIn(address, indexes)).toEqual([{ name: 'a_index', valid: true }]);
        expect(await rowsIn(address, JOURNAL)).toHaveLength(2);
      }),
    ));

  test('a deadlock is retried', () =>
    onNarrowTable((address) =>
      inFolder(build('id'), (folder) =>
        withOther(address, async (other) => {
          // Takes a snapshot, for which the building of the index waits, and then asks for the lock that it holds.
          await other.query('begin isolation level repeatable read; select * from a');
          const told: string[] = [];
          const built = migrate(address, { folder, announce: (message) => told.push(message) });
          await untilWaiting(address, built);
          // PostgreSQL ends the one that has waited for a second first.
          await other.query('lock table a in share mode');
          await other.query('rollback');
          await built;
          expect(told.some((message) => message.includes('waits for a lock'))).toBe(true);
          expect(await rowsIn(address, indexes)).toEqual([{ name: 'a_index', valid: true }]);
        }),
      ),
    ));
});

test.concurrent.each(['connections', 'logins'] as const)(
  'a database that accepts %s but does not answer is reported with a sentence',
  (accepts) =>
    withMuteDatabase({ accepts }, (url) => expect(migrate(url)).rejects.toThrow(ConfigurationFault)),
);
