import { hash } from '@node-rs/argon2';
import { login } from '@portal/contract/accounts';
import { resetPassword } from '@portal/contract/passwords';
import { register } from '@portal/contract/person-form';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { multipart } from '../../../test/multipart.ts';
import {
  hashPassword,
  isUnhashedDefault,
  needsRehash,
  unhashedDefault,
  verifyPassword,
} from './passwords.ts';

vi.mock('@node-rs/argon2', { spy: true });
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
  const passwordHash = await hashPassword(PASSWORD);
  const { account } = await buildAccount(portal.db, { passwordHash });
  const hashing = vi.mocked(hash).mockClear();
  const { promise: loggedIn, resolve } = Promise.withResolvers<string>();
  hashing.mockReturnValue(loggedIn);
  onTestFinished(() => {
    resolve(passwordHash);
    hashing.mockReset();
  });
  const answers = Array.from({ length: STRANGERS }, come);
  await expect.poll(() => hashing.mock.calls.length).toBeGreaterThan(0);
  const { status: answered } = await portal.call(login, { body: { account, password: PASSWORD } });
  resolve(passwordHash);
  expect(answered).toBe(200);
  expect((await Promise.all(answers)).map((answer) => answer.status)).toEqual(Array(STRANGERS).fill(status));
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
