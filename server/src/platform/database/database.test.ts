import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net, { type AddressInfo, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administer, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { openDatabaseLink } from '../../../test/database-link.ts';
import {
  connect,
  type Database,
  inTransaction,
  isDatabaseUnavailable,
  sqlState,
  type Tx,
} from './database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { max: 1 });
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const answer = () => inTransaction(db, async (tx) => (await tx.execute(sql`select 42 as answer`)).rows);

test('a connection that is lost before BEGIN fails one transaction and leaves the pool complete', async () => {
  expect(await answer()).toEqual([{ answer: 42 }]);
  db.$client.once('acquire', (client) => client.connection.stream.destroy());
  await expect(answer()).rejects.toThrow();
  expect(await answer()).toEqual([{ answer: 42 }]);
});

test('a transaction that fails leaves nothing behind, and its connection serves the next', async () => {
  const failing = inTransaction(db, async (tx) => {
    await tx.execute(sql`create table half_done (id int)`);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  const found = await db.execute(
    sql`select to_regclass('half_done') as it, ${db.$client.totalCount}::int as open`,
  );
  expect(found.rows).toEqual([{ it: null, open: 1 }]);
});

/** Lets `change` replace the text of what the next transaction sends, and lists texts and answers as they come. */
const watchNext = (change = (text: string) => text): string[] => {
  const seen: string[] = [];
  db.$client.once('acquire', (client) => {
    const send = client.query.bind(client);
    const watched = async (config: string | pg.QueryConfig, values?: unknown[]) => {
      const text = typeof config === 'string' ? config : config.text;
      seen.push(text);
      try {
        return await send(change(text), values);
      } finally {
        seen.push(`answer to ${text}`);
      }
    };
    Object.assign(client, { query: watched });
    db.$client.once('release', () => Reflect.deleteProperty(client, 'query'));
  });
  return seen;
};

test('a select is sent with BEGIN, and other statements after its answer', async () => {
  const seen = watchNext();
  await inTransaction(db, async (tx) => {
    await tx.execute(sql`select 1`);
    await tx.execute(sql`update pg_settings set setting = setting where false`);
  });
  expect(seen.slice(0, 4)).toEqual(['begin', 'select 1', 'answer to begin', 'answer to select 1']);
  const write = watchNext();
  await inTransaction(db, (tx) => tx.execute(sql`update pg_settings set setting = setting where false`));
  expect(write.slice(0, 2)).toEqual(['begin', 'answer to begin']);
});

test('if BEGIN fails, nothing is written and the transaction fails', async () => {
  await db.execute(sql`create table lone_writes (n int)`);
  const write = async (tx: Tx) => {
    await tx.execute(sql`insert into lone_writes values (1)`);
  };
  const works: ((tx: Tx) => Promise<unknown>)[] = [
    write,
    async (tx: Tx) => {
      await tx.execute(sql`select 1`);
      await write(tx);
    },
    (tx: Tx) => Promise.all([tx.execute(sql`select 1`), write(tx)]),
  ];
  for (const work of works) {
    watchNext((text) => (text === 'begin' ? 'begin nothing' : text));
    await expect(inTransaction(db, work)).rejects.toSatisfy((error) => sqlState(error) === '42601');
  }
  expect((await db.execute(sql`select from lone_writes`)).rows).toEqual([]);
  expect(await answer()).toEqual([{ answer: 42 }]);
});

/** In milliseconds. Long enough for any statement that is answered, even on a busy machine. */
const SOON = 2_000;

test.each([
  ['a transaction', (handle: Database) => inTransaction(handle, (tx) => tx.execute(sql`select 1`))],
  ['a single statement', (handle: Database) => handle.execute(sql`select 1`)],
])('a connection that stops answering lets %s time out, and nothing after it', async (_, ask) => {
  const link = await openDatabaseLink(database.url);
  const far = connect(link.url, { max: 1, timeout: SOON });
  await ask(far);
  link.fallSilent();
  const fault = await ask(far).then(
    () => null,
    (error: unknown) => error,
  );
  expect(isDatabaseUnavailable(fault)).toBe(true);
  await expect(ask(far)).resolves.toBeDefined();
  await far.$client.end();
  link.close();
});

test('a connection that stops answering in a transaction is not used again', async () => {
  const link = await openDatabaseLink(database.url);
  const far = connect(link.url, { max: 1, timeout: SOON });
  const cut = inTransaction(far, async (tx) => {
    await tx.execute(sql`select 1`);
    link.fallSilent();
    await tx.execute(sql`select 2`);
  });
  await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
  await expect(far.execute(sql`select 3`)).resolves.toBeDefined();
  await far.$client.end();
  link.close();
});

/** An error of PostgreSQL with this state, wrapped as drizzle does. */
const fault = (state: string) =>
  new Error('Failed query', { cause: Object.assign(new Error(state), { code: state }) });

describe('temporary errors', () => {
  test.each(['40001', '40P01'])('%s is retried, three times at most', async (state) => {
    let tries = 0;
    const failing = (times: number) => {
      tries = 0;
      return inTransaction(db, async () => {
        tries += 1;
        if (tries <= times) throw fault(state);
        return 'done';
      });
    };
    await expect(failing(3)).resolves.toBe('done');
    expect(tries).toBe(4);
    await expect(failing(4)).rejects.toThrow('Failed query');
    expect(tries).toBe(4);
  });

  test.each(['55P03', '57014', '23505', '22001'])('%s is not retried', async (state) => {
    let tries = 0;
    const failing = inTransaction(db, async () => {
      tries += 1;
      throw fault(state);
    });
    await expect(failing).rejects.toThrow('Failed query');
    expect(tries).toBe(1);
  });

  test('a connection that is read-only leaves the pool', async () => {
    const one = connect(database.url, { max: 1 });
    const create = () => inTransaction(one, (tx) => tx.execute(sql`create table written ()`));
    await one.execute(sql`set default_transaction_read_only = on`);
    await expect(create()).rejects.toMatchObject({ cause: { code: '25006' } });
    await create();
    await one.$client.end();
  });

  test('once one connection was found read-only, idle ones that may be so too leave the pool', async () => {
    const own = await createTestDatabase();
    const setReadOnly = (value: 'on' | 'off') =>
      administer(own.url, async (client) => {
        await client.query('set default_transaction_read_only = off');
        const { pathname } = new URL(own.url);
        await client.query(
          `alter database "${pathname.slice(1)}" set default_transaction_read_only = ${value}`,
        );
      });
    await setReadOnly('on');
    const pool = connect(own.url, { max: 3 });
    await Promise.all(Array.from({ length: 3 }, () => pool.execute(sql`select pg_sleep(0.2)`)));
    expect(pool.$client.idleCount).toBe(3);
    // Holds for new connections only.
    await setReadOnly('off');
    const write = (name: string) => pool.execute(sql`create table ${sql.identifier(name)} ()`);
    await expect(write('first')).rejects.toMatchObject({ cause: { code: '25006' } });
    await expect(Promise.all(['a', 'b', 'c'].map(write))).resolves.toHaveLength(3);
    await pool.$client.end();
    await own.drop();
  });

  test('two transactions that deadlock both succeed', async () => {
    const pair = connect(database.url, { max: 2 });
    await pair.execute(sql`create table crossing (id int primary key, n int not null)`);
    await pair.execute(sql`insert into crossing values (1, 0), (2, 0)`);
    const count = (tx: Tx, id: number) => tx.execute(sql`update crossing set n = n + 1 where id = ${id}`);
    const both = Array.from({ length: 2 }, () => Promise.withResolvers<void>());
    const cross = (first: number, second: number) =>
      inTransaction(pair, async (tx) => {
        await count(tx, first);
        both[first - 1]?.resolve();
        // Only the first tries wait here: a repeated one finds both promises resolved.
        await Promise.all(both.map(({ promise }) => promise));
        await count(tx, second);
      });
    await Promise.all([cross(1, 2), cross(2, 1)]);
    const { rows } = await pair.execute(sql`select n from crossing`);
    expect(rows).toEqual([{ n: 2 }, { n: 2 }]);
    await pair.$client.end();
  });
});

describe('a connection', () => {
  const settings = {
    lock_timeout: '3s',
    statement_timeout: '10s',
    idle_in_transaction_session_timeout: '15s',
    TimeZone: 'Asia/Taipei',
    plan_cache_mode: 'force_generic_plan',
    max_parallel_workers_per_gather: '0',
    jit: 'off',
  };

  const shown = async (url: string, names: readonly string[], timeoutFactor?: number) => {
    const far = connect(url, { max: 1, ...(timeoutFactor && { timeoutFactor }) });
    const values: Record<string, unknown> = {};
    for (const name of names) {
      const { rows } = await far.execute<Record<string, string>>(sql`show ${sql.identifier(name)}`);
      values[name] = Object.values(rows[0] ?? {})[0];
    }
    await far.$client.end();
    return values;
  };

  const withOptions = (options: string) => {
    const url = new URL(database.url);
    url.searchParams.set('options', options);
    return url.href;
  };

  test('has the limits and the time zone of the portal', async () => {
    expect(await shown(database.url, Object.keys(settings))).toEqual(settings);
  });

  test('behind PgBouncer has the same settings from its role, as the manual says', async () => {
    const manual = await readFile(path.join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
    const ofRole = [...manual.matchAll(/^alter role portal set (\w+) = '(.*)';$/gm)].map(
      ([, name = '', value]) => [name.toLowerCase(), value],
    );
    expect(ofRole).toEqual(Object.entries(settings).map(([name, value]) => [name.toLowerCase(), value]));
  });

  test('with a timeout factor has limits so many times as long, also in a transaction with a limit of its own', async () => {
    const limits = {
      lock_timeout: '6s',
      statement_timeout: '20s',
      idle_in_transaction_session_timeout: '30s',
    };
    expect(await shown(database.url, Object.keys(limits), 2)).toEqual(limits);
    const far = connect(database.url, { max: 1, timeoutFactor: 2 });
    const limit = () =>
      inTransaction(far, (tx) => tx.execute(sql`show statement_timeout`), { timeout: 4_000 });
    const { rows } = await limit();
    expect(rows).toEqual([{ statement_timeout: expect.stringMatching(/^([1-8]s|\d{3,4}ms)$/) }]);
    expect(far.$client.options).toMatchObject({ connectionTimeoutMillis: 4_000, query_timeout: 24_000 });
    await far.$client.end();
  });

  test('gives each statement of a transaction what the waits before it have left of its limit', async () => {
    const far = connect(database.url, { max: 1, timeoutFactor: 10 });
    const shownIn = async (tx: Tx) => {
      const { rows } = await tx.execute<{ setting: string }>(
        sql`select setting from pg_settings where name = 'statement_timeout'`,
      );
      return Number(rows[0]?.setting);
    };
    const limits = await inTransaction(
      far,
      async (tx) => {
        const before = await shownIn(tx);
        await tx.execute(sql`select pg_sleep(1)`);
        return { before, after: await shownIn(tx) };
      },
      { timeout: 4_000 },
    );
    expect(limits.before).toBeGreaterThan(0);
    expect(limits.before - limits.after).toBeGreaterThanOrEqual(999);
    // It holds for that transaction alone.
    expect(await inTransaction(far, shownIn)).toBe(100_000);
    await far.$client.end();
  });

  test('has the limits of the portal also if the address has options, which are kept', async () => {
    const url = withOptions('-c search_path=elsewhere');
    const expected = { ...settings, search_path: 'elsewhere' };
    expect(await shown(url, Object.keys(expected))).toEqual(expected);
  });

  test('takes a setting from the address if both name it', async () => {
    const url = withOptions('-c statement_timeout=30s');
    expect(await shown(url, Object.keys(settings))).toEqual({ ...settings, statement_timeout: '30s' });
  });

  test('waits three seconds for a lock that somebody else has', async () => {
    const pair = connect(database.url, { max: 2 });
    await pair.execute(sql`create table locked (id int)`);
    await pair.transaction(async (tx) => {
      await tx.execute(sql`lock table locked`);
      const asked = performance.now();
      const waited = await pair.execute(sql`select from locked`).catch((error: unknown) => sqlState(error));
      expect(waited).toBe('55P03');
      expect(performance.now() - asked).toBeGreaterThan(2_900);
    });
    await pair.$client.end();
  });

  test('without an answer is given up', async () => {
    const taken: Socket[] = [];
    const mute = net.createServer((socket) => taken.push(socket));
    await once(mute.listen(0, '127.0.0.1'), 'listening');
    const far = connect(`postgres://portal@127.0.0.1:${(mute.address() as AddressInfo).port}/portal`);
    await expect(far.execute(sql`select 1`)).rejects.toSatisfy(isDatabaseUnavailable);
    mute.close();
    for (const socket of taken) socket.destroy();
    await far.$client.end();
  });

  const endOthers = sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'ended'`;
  const ended = () => {
    const url = new URL(database.url);
    url.searchParams.set('application_name', 'ended');
    return connect(url.href, { max: 1 });
  };

  test('that PostgreSQL ends while it is idle causes no error', async () => {
    const far = ended();
    await far.execute(sql`select 1`);
    await db.execute(endOthers);
    await expect.poll(() => far.$client.totalCount).toBe(0);
    await expect(far.execute(sql`select 1`)).resolves.toBeDefined();
    await far.$client.end();
  });

  test('that PostgreSQL ends between two statements fails only its transaction', async () => {
    const far = ended();
    const cut = inTransaction(far, async (tx) => {
      await tx.execute(sql`select 1`);
      await db.execute(endOthers);
      await sleep(200);
      await tx.execute(sql`select 2`);
    });
    await expect(cut).rejects.toSatisfy(isDatabaseUnavailable);
    await expect(far.execute(sql`select 3`)).resolves.toBeDefined();
    await far.$client.end();
  });
});
