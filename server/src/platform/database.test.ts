import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { connect, type Database, inTransaction } from './database.ts';

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
