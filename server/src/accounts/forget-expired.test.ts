import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { forgetExpired } from './forget-expired.ts';
import { knownAddresses, passwordResets, registrationAttempts, sessions, signInAttempts } from './tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const at = (span: number) => new Date(NOW.getTime() + span);

it('removes records that have just expired and leaves valid ones', async () => {
  const { db } = portal;
  const { id: accountId } = await buildAccount(db);
  const session = (tokenHash: string, lastUsedAt: Date, expiresAt: Date) => ({
    tokenHash,
    accountId,
    createdAt: lastUsedAt,
    lastUsedAt,
    expiresAt,
  });
  await db
    .insert(sessions)
    .values([
      session('idle', at(-2 * HOUR - 1), at(HOUR)),
      session('old', at(-MINUTE), at(-1)),
      session('live', at(-2 * HOUR + 1), at(1)),
    ]);
  await db.insert(signInAttempts).values([
    { accountHash: 'a', address: 'forgotten', at: at(-6 * HOUR - 1) },
    { accountHash: 'a', address: 'counted', at: at(-6 * HOUR + 1) },
  ]);
  await db.insert(registrationAttempts).values([
    { network: 'forgotten', at: at(-DAY - 1) },
    { network: 'counted', at: at(-DAY + 1) },
  ]);
  await db.insert(knownAddresses).values([
    { accountId, address: 'forgotten', lastUsedAt: at(-366 * DAY) },
    { accountId, address: 'known', lastUsedAt: at(-364 * DAY) },
  ]);
  await db.insert(passwordResets).values([
    {
      tokenHash: 'forgotten',
      accountId,
      createdAt: at(-3 * DAY),
      expiresAt: at(-2 * DAY),
      usedAt: at(-2 * DAY),
    },
    { tokenHash: 'kept', accountId, createdAt: at(-HOUR), expiresAt: at(-1) },
  ]);

  await forgetExpired(db, NOW);

  expect((await db.select().from(sessions)).map(({ tokenHash }) => tokenHash)).toEqual(['live']);
  expect((await db.select().from(signInAttempts)).map(({ address }) => address)).toEqual(['counted']);
  expect((await db.select().from(registrationAttempts)).map(({ network }) => network)).toEqual(['counted']);
  expect((await db.select().from(knownAddresses)).map(({ address }) => address)).toEqual(['known']);
  expect((await db.select().from(passwordResets)).map(({ tokenHash }) => tokenHash)).toEqual(['kept']);
});
