import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Database, inTransaction } from '../src/platform/database/database.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from './database.ts';
import { actDuring, isWaiting, untilWaiting } from './locks.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 5 });
  await db.execute(sql`create table held (id int)`);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const lock = sql`lock table held`;
const read = async () => (await db.execute(sql`select from held`)).rowCount;

test('a call that waits for a lock is waited for, and returned what it answers', async () => {
  expect(await actDuring(db, (tx) => tx.execute(lock), read)).toBe(0);
});

test('a call that is answered instead of waiting ends the wait, with its answer', async () => {
  const answered = { status: 503, answer: { code: 'unavailable' } };
  const during = actDuring(
    db,
    (tx) => tx.execute(lock),
    async () => answered,
  );
  await expect(during).rejects.toThrow(/was answered: .*503.*unavailable/s);
});

test('a call that fails instead of waiting ends the wait, with its error', async () => {
  const hasty = () => inTransaction(db, (tx) => tx.execute(sql`lock table held in access share mode nowait`));
  const { released } = await inTransaction(db, async (tx) => {
    await tx.execute(lock);
    // The second of two: the first keeps waiting.
    const [waits, fails] = [read(), hasty()];
    await expect(untilWaiting(db, waits, fails)).rejects.toThrow('was answered');
    expect(await isWaiting(db, waits)).toBe(true);
    return { released: waits };
  });
  // PostgreSQL may still show it as waiting until it has ended.
  await released;
  expect(await isWaiting(db, read())).toBe(false);
});
