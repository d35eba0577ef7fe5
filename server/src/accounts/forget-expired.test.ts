import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { forgetExpired } from './forget-expired.ts';
import {
  contactUndos,
  knownAddresses,
  passwordCodes,
  passwordResets,
  registrationAttempts,
  renewedSessions,
  sessions,
  signInAttempts,
} from './tables.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const at = (span: number) => new Date(NOW.getTime() + span);

test('removes records that have just expired, and none at the last moment of their time', async () => {
  const { db } = portal;
  const { id: accountId } = await buildAccount(db);
  const session = (tokenHash: string, lastUsedAt: Date, expiresAt: Date) => ({
    tokenHash,
    accountId,
    lineage: tokenHash,
    createdAt: lastUsedAt,
    lastUsedAt,
    expiresAt,
  });
  await db
    .insert(sessions)
    .values([
      session('idle', at(-2 * HOUR - 1), at(HOUR)),
      session('old', at(-MINUTE), at(-1)),
      session('live', at(-2 * HOUR), at(0)),
    ]);
  await db.insert(signInAttempts).values([
    { accountHash: 'a', address: 'forgotten', at: at(-6 * HOUR - 1) },
    { accountHash: 'a', address: 'counted', at: at(-6 * HOUR) },
  ]);
  await db.insert(registrationAttempts).values([
    { network: 'forgotten', at: at(-DAY - 1) },
    { network: 'counted', at: at(-DAY) },
  ]);
  await db.insert(knownAddresses).values([
    { accountId, address: 'forgotten', lastUsedAt: at(-365 * DAY - 1) },
    { accountId, address: 'known', lastUsedAt: at(-365 * DAY) },
  ]);
  await db.insert(passwordResets).values([
    {
      tokenHash: 'forgotten',
      accountId,
      createdAt: at(-3 * DAY),
      expiresAt: at(-DAY - 1),
      usedAt: at(-2 * DAY),
    },
    { tokenHash: 'kept', accountId, createdAt: at(-2 * DAY), expiresAt: at(-DAY) },
  ]);
  const successor = { successorHash: 'live', salt: 'x' };
  await db.insert(renewedSessions).values([
    { ...successor, tokenHash: 'forgotten', renewedAt: at(-MINUTE - 1) },
    { ...successor, tokenHash: 'kept', renewedAt: at(-MINUTE) },
  ]);
  const undo = { accountId, email: 'former@example.com', createdAt: at(-5 * DAY) };
  await db.insert(contactUndos).values([
    { ...undo, tokenHash: 'forgotten', expiresAt: at(-DAY - 1) },
    { ...undo, tokenHash: 'kept', expiresAt: at(-DAY) },
  ]);
  const code = { accountId, expiresAt: at(-HOUR), endedAt: at(-HOUR) };
  await db.insert(passwordCodes).values([
    { ...code, codeHash: 'forgotten', createdAt: at(-DAY - 1) },
    { ...code, codeHash: 'counted', createdAt: at(-DAY) },
  ]);

  await forgetExpired(db, NOW);

  expect((await db.select().from(sessions)).map(({ tokenHash }) => tokenHash)).toEqual(['live']);
  expect((await db.select().from(signInAttempts)).map(({ address }) => address)).toEqual(['counted']);
  expect((await db.select().from(registrationAttempts)).map(({ network }) => network)).toEqual(['counted']);
  expect((await db.select().from(knownAddresses)).map(({ address }) => address)).toEqual(['known']);
  expect((await db.select().from(passwordResets)).map(({ tokenHash }) => tokenHash)).toEqual(['kept']);
  expect((await db.select().from(renewedSessions)).map(({ tokenHash }) => tokenHash)).toEqual(['kept']);
  expect((await db.select().from(contactUndos)).map(({ tokenHash }) => tokenHash)).toEqual(['kept']);
  expect((await db.select().from(passwordCodes)).map(({ codeHash }) => codeHash)).toEqual(['counted']);
});
