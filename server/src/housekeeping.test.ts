import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../test/app.ts';
import { buildAccount, logIn } from '../test/factories/account.ts';
import { sessions, signInAttempts } from './accounts/tables.ts';
import { tidyUp } from './housekeeping.ts';
import { connect } from './platform/database.ts';
import { idempotencyKeys } from './platform/tables.ts';

const HOUR = 3_600_000;
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const ago = (hours: number) => new Date(NOW.getTime() - hours * HOUR);

it('removes ended sessions, old failures and old keys, and nothing else', async () => {
  const { db } = portal;
  const account = await buildAccount(db);
  await logIn(db, account, ago(3));
  await logIn(db, account, ago(1));
  const key = { owner: 'guest', route: '/api/register', bodyHash: 'x' };
  await db.insert(idempotencyKeys).values([
    { ...key, key: 'old', createdAt: ago(25) },
    { ...key, key: 'young', createdAt: ago(23) },
  ]);
  const attempt = { accountHash: 'x', address: '127.0.0.1' };
  await db.insert(signInAttempts).values([
    { ...attempt, at: ago(30) },
    { ...attempt, at: ago(0.5) },
  ]);

  await tidyUp(portal.services);

  const left = await db.select({ createdAt: sessions.createdAt }).from(sessions);
  expect(left).toEqual([{ createdAt: ago(1) }]);
  expect(await db.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).toEqual([{ key: 'young' }]);
  expect(await db.select({ at: signInAttempts.at }).from(signInAttempts)).toEqual([{ at: ago(0.5) }]);
});

it('leaves the server running when the database is away', async () => {
  const db = connect('postgresql://portal@127.0.0.1:1/portal');
  await expect(tidyUp({ ...portal.services, db })).resolves.toBeUndefined();
  await db.$client.end();
});
