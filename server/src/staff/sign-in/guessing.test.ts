import { refusals } from '@portal/contract/errors';
import * as account from '@portal/contract/office/staff';
import { proveCode, signIn } from '@portal/contract/office/staff';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildStaff, buildTotp } from '../../../test/factories/staff.ts';
import { signInAttempts } from '../../accounts/tables.ts';
import { codeAt, stepOf } from '../factors/totp.ts';
import { startSession } from './sessions.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ TRUST_PROXY: '127.0.0.1', STAFF_SECOND_FACTOR: 'optional' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const HOME = '192.0.2.1';
const from = (address: string, cookie = '') => ({
  headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': address, cookie },
});
const stranger = (n: number) => `198.51.100.${n}`;

const enter = (email: string, password: string, address: string) =>
  portal.call(signIn, { body: { email, password }, ...from(address) });

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

type Member = Awaited<ReturnType<typeof buildStaff>>;

const sessionAt = async ({ id: staffId }: Member, address: string) => {
  const device = { address, userAgent: null };
  return `office=${await startSession(portal.db, { staffId, confirmedAt: NOW, device }, NOW)}`;
};

/** Somebody who has signed in at home. */
const buildMember = async () => {
  const member = await buildStaff(portal.db);
  const secret = await buildTotp(portal.db, member);
  return { member, secret, cookie: await sessionAt(member, HOME) };
};

/** Fifty wrong passwords from ten addresses. */
const guessPasswords = async ({ email }: Member) => {
  for (let n = 0; n < 50; n++) await enter(email, 'wrong', stranger(Math.floor(n / 5)));
};

/** Fifty wrong codes from ten addresses, by somebody who knows the password. */
const guessCodes = async ({ email }: Member) => {
  for (let n = 0; n < 10; n++) {
    const cookie = cookieOf(await enter(email, PASSWORD, stranger(n)));
    for (let wrong = 0; wrong < 5; wrong++) {
      await portal.call(proveCode, { body: { code: 'AAAA-BBBB' }, ...from(stranger(n), cookie) });
    }
  }
};

describe('fifty wrong passwords of strangers', () => {
  test('lock out other strangers, but not the owner at an address where they have signed in', async () => {
    const { member } = await buildMember();
    await guessPasswords(member);
    expect((await enter(member.email, PASSWORD, stranger(99))).status).toBe(429);
    expect((await enter(member.email, PASSWORD, HOME)).status).toBe(200);
  });

  test('lock out the owner at the address of somebody else', async () => {
    const [{ member }, other] = [await buildMember(), await buildStaff(portal.db)];
    await sessionAt(other, stranger(50));
    await guessPasswords(member);
    expect((await enter(member.email, PASSWORD, stranger(50))).status).toBe(429);
  });

  test('do not lock out a session: it confirms its password, and changes it', async () => {
    const member = await buildStaff(portal.db);
    const cookie = await sessionAt(member, stranger(77));
    await portal.db.delete(signInAttempts);
    await guessPasswords(member);
    const sent = { body: { password: PASSWORD }, ...from(stranger(3), cookie) };
    const proved = await portal.call(account.passwordProof, sent);
    expect(proved.status).toBe(200);
    const fresh = 'a long enough one 77';
    const body = { password: PASSWORD, newPassword: fresh, newPasswordConfirmation: fresh };
    const change = { body, ...from(stranger(3), cookieOf(proved)) };
    expect((await portal.call(account.changeStaffPassword, change)).status).toBe(200);
  });
});

describe('fifty wrong codes of somebody who knows the password', () => {
  test('do not block the right code at an address where the owner has signed in', async () => {
    const { member, secret } = await buildMember();
    await guessCodes(member);
    const code = { code: codeAt(secret, stepOf(NOW)) };
    const far = cookieOf(await enter(member.email, PASSWORD, stranger(99)));
    expect((await portal.call(proveCode, { body: code, ...from(stranger(99), far) })).status).toBe(429);
    const near = cookieOf(await enter(member.email, PASSWORD, HOME));
    expect((await portal.call(proveCode, { body: code, ...from(HOME, near) })).status).toBe(200);
  });

  test('do not block the code of a session that is signed in', async () => {
    const { member, secret, cookie } = await buildMember();
    await guessCodes(member);
    const sent = { body: { code: codeAt(secret, stepOf(NOW)) }, ...from(stranger(3), cookie) };
    expect((await portal.call(proveCode, sent)).status).toBe(200);
  });
});

test('an address counts as known once the second factor was proved there, not before', async () => {
  const member = await buildStaff(portal.db);
  const secret = await buildTotp(portal.db, member);
  const cookie = cookieOf(await enter(member.email, PASSWORD, HOME));
  await guessPasswords(member);
  expect((await enter(member.email, PASSWORD, HOME)).status).toBe(429);
  const sent = { body: { code: codeAt(secret, stepOf(NOW)) }, ...from(HOME, cookie) };
  expect((await portal.call(proveCode, sent)).status).toBe(200);
  expect((await enter(member.email, PASSWORD, HOME)).status).toBe(200);
});

test.each([
  ['code', proveCode, { code: 'AAAA-BBBB' }, refusals.second_factor_wrong],
  ['password', account.changeStaffPassword, { password: 'wrong' }, refusals.old_password_wrong],
] as const)('a session has five guesses of its %s, wherever it is', async (_, call, wrong, refusal) => {
  const { cookie } = await buildMember();
  const fresh = { newPassword: 'a long enough one 77', newPasswordConfirmation: 'a long enough one 77' };
  const guess = (n: number) =>
    portal.call(call, { body: { ...fresh, ...wrong }, ...from(stranger(n), cookie) });
  for (let n = 0; n < 5; n++) expect((await guess(n)).refusal.message).toBe(refusal.text);
  expect((await guess(5)).status).toBe(429);
});
