import { once } from 'node:events';
import net, { type AddressInfo, type Socket } from 'node:net';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { connect, type Database, inTransaction, isDatabaseAway } from './database.ts';

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

test('a connection that is lost before BEGIN costs a transaction, not a place in the pool', async () => {
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

/** A way to the database that can go silent: what is connected stays so and hears nothing any more. */
const openSilentWay = async (url: string) => {
  const { host, port, user = '', password, database: name } = new pg.Client({ connectionString: url });
  const ends: Socket[] = [];
  const way = net.createServer((near) => {
    const far = host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host);
    for (const end of [near, far]) end.on('error', () => {});
    ends.push(near.pipe(far), far.pipe(near));
  });
  await once(way.listen(0, '127.0.0.1'), 'listening');
  const owner = [user, password ?? ''].map(encodeURIComponent).join(':');
  return {
    url: `postgresql://${owner}@127.0.0.1:${(way.address() as AddressInfo).port}/${name}`,
    fallSilent: () => {
      for (const end of ends) end.unpipe();
    },
    close: () => {
      way.close();
      for (const end of ends) end.destroy();
    },
  };
};

test.each([
  ['a transaction', (handle: Database) => inTransaction(handle, (tx) => tx.execute(sql`select 1`))],
  ['a single statement', (handle: Database) => handle.execute(sql`select 1`)],
])('a connection that falls silent costs %s its patience, and nobody after it', async (_, ask) => {
  const way = await openSilentWay(database.url);
  const far = connect(way.url, { max: 1, patience: 500 });
  await ask(far);
  way.fallSilent();
  const fault = await ask(far).then(
    () => null,
    (error: unknown) => error,
  );
  expect(isDatabaseAway(fault)).toBe(true);
  await expect(ask(far)).resolves.toBeDefined();
  await far.$client.end();
  way.close();
});

test('a connection that falls silent in the middle of a transaction is not lent again', async () => {
  const way = await openSilentWay(database.url);
  const far = connect(way.url, { max: 1, patience: 500 });
  const cut = inTransaction(far, async (tx) => {
    await tx.execute(sql`select 1`);
    way.fallSilent();
    await tx.execute(sql`select 2`);
  });
  await expect(cut).rejects.toSatisfy(isDatabaseAway);
  await expect(far.execute(sql`select 3`)).resolves.toBeDefined();
  await far.$client.end();
  way.close();
});
