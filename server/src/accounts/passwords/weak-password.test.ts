import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { signInAttempts } from '../tables.ts';
import { becomesBirthday, refusePasswordAsNumber } from './weak-password.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());
beforeEach(() => portal.db.delete(signInAttempts));

const cheapHash = (password: string) => hash(password, { memoryCost: 1024, timeCost: 1 });
const context = { address: '192.0.2.1', now: NOW };

test.each([
  ['a foreigner’s new number', 'foreign', 'K7654321', 1],
  ['a foreigner’s present number', 'foreign', null, 0],
  ['a number that a local trainee sends', 'local', 'K7654321', 0],
] as const)('%s counts as a guess: %#', async (_, country, given, times) => {
  const account = await buildAccount(portal.db, { country });
  await refusePasswordAsNumber(portal.db, given ?? account.passportNo, account, context);
  expect(await portal.db.$count(signInAttempts)).toBe(times);
});

test('no number at all is no guess', async () => {
  const account = await buildAccount(portal.db, { country: 'foreign' });
  await refusePasswordAsNumber(portal.db, null, account, context);
  expect(await portal.db.$count(signInAttempts)).toBe(0);
});

test.each([
  ['19950505', null, true],
  ['1995-05-05', null, true],
  ['19950506', null, false],
  ['19950505', '1995-05-05', false],
])(
  'the password %s with the stored birth date %s counts as birth date: %s',
  async (password, birthday, expected) => {
    const account = await buildAccount(portal.db, { birthday, passwordHash: await cheapHash(password) });
    expect(await becomesBirthday('1995-05-05', account)).toBe(expected);
  },
);
