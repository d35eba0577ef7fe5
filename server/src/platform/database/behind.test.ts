import os from 'node:os';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { connectBehind } from './behind.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Returns the priority of the process behind a connection. A lower number goes first. */
const priorityOf = async (isEmbedded: boolean) => {
  const db = connectBehind(database.url, { isEmbedded });
  try {
    const { rows } = await db.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    return os.getPriority(rows[0]?.pid);
  } finally {
    await db.$client.end();
  }
};

test('the embedded database lets requests go before long work, and another one is left as it is', async () => {
  const usual = await priorityOf(false);
  expect(usual).toBeLessThan(os.constants.priority.PRIORITY_BELOW_NORMAL);
  expect(await priorityOf(true)).toBe(os.constants.priority.PRIORITY_BELOW_NORMAL);
});
