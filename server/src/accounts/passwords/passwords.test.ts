import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import { login } from '@portal/contract/accounts';
import { resetPassword } from '@portal/contract/passwords';
import { register } from '@portal/contract/person-form';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { multipart } from '../../../test/multipart.ts';
import {
  guestPasswordWork,
  hashPassword,
  isUnhashedDefault,
  needsRehash,
  passwordWork,
  unhashedDefault,
  verifyPassword,
} from './passwords.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
});
afterAll(() => portal.close());

const STRANGERS = 40;
const PASSWORD = 'Kite-and-tide-26';

type Coming = () => Promise<{ status: number }>;

const strangers: readonly [who: string, come: Coming, status: number][] = [
  [
    'who register',
    async () => portal.call(register, await multipart({ fields: buildRegistrationForm() })),
    200,
  ],
  [
    'who come by a link',
    () =>
      portal.call(resetPassword, {
        body: { token: 'A'.repeat(43), password: PASSWORD, password_confirmation: PASSWORD },
      }),
    422,
  ],
];

test.each(strangers)('a login does not wait behind strangers %s', async (_, come, status) => {
  const { account } = await buildAccount(portal.db, { passwordHash: await hashPassword(PASSWORD) });
  const { promise: loggedIn, resolve } = Promise.withResolvers<void>();
  onTestFinished(() => resolve());
  // Other strangers have all places that strangers may have.
  const held = Array.from({ length: Math.ceil(availableParallelism() / 2) }, () =>
    guestPasswordWork(() => passwordWork([], () => loggedIn)),
  );
  let done = 0;
  const answers = Array.from({ length: STRANGERS }, async () => {
    const answer = await come();
    done += 1;
    return answer.status;
  });
  const { status: answered } = await portal.call(login, { body: { account, password: PASSWORD } });
  expect([answered, done]).toEqual([200, 0]);
  resolve();
  await Promise.all(held);
  expect(await Promise.all(answers)).toEqual(Array(STRANGERS).fill(status));
});

test('no password is correct for an unknown account', async () => {
  expect(await verifyPassword(null, PASSWORD)).toBe(false);
});

test('a default password that is not hashed yet is known by its digits alone, and is hashed at the first login', async () => {
  const stored = unhashedDefault('1990-05-14');
  expect(await verifyPassword(stored, '19900514')).toBe(true);
  for (const other of ['1990-05-14', stored, '', 'birthday:19900514', '19900514\0'])
    expect(await verifyPassword(stored, other)).toBe(false);
  expect(needsRehash(stored)).toBe(true);
  expect(isUnhashedDefault(stored)).toBe(true);
});

test('a hash with other parameters is replaced', async () => {
  const cheap = await hash(PASSWORD, { memoryCost: 1024, timeCost: 1 });
  expect([needsRehash(await hashPassword(PASSWORD)), needsRehash(cheap)]).toEqual([false, true]);
});
