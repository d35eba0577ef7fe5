import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW } from '../../../test/app.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { actDuring } from '../../../test/locks.ts';
import { connectWithoutGuards } from '../../../test/race/without-guards.ts';
import { mails } from '../../mail/tables.ts';
import { connect, type Database, inTransaction } from '../../platform/database/database.ts';
import { remindSeatHolders } from './remind-seat-holders.ts';

let database: TestDatabase;
let db: Database;
let unlocked: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url);
  unlocked = connectWithoutGuards(database.url, (text) =>
    text.replace(/\bfor (no key update|share) of [a-z] skip locked/g, ''),
  );
});
afterAll(async () => {
  for (const each of [db, unlocked]) await each.$client.end();
  await database.drop();
});

test('nobody is reminded where no class begins soon', async () => {
  expect(await inTransaction(db, (tx) => remindSeatHolders(tx, NOW))).toBe(0);
});

test('two servers that find the same seat at the same moment send one reminder', async () => {
  const trainingClass = await buildClass(db, { startTime: new Date(NOW.getTime() + 86_400_000) });
  const account = await buildAccount(db);
  await buildRegistration(db, { class: trainingClass, account, state: 'confirmed' });
  const late = await actDuring(
    db,
    (tx) => remindSeatHolders(tx, NOW),
    () => inTransaction(unlocked, (tx) => remindSeatHolders(tx, NOW)),
  );
  expect(late).toBe(0);
  expect(await db.$count(mails, eq(mails.accountId, account.id))).toBe(1);
});
