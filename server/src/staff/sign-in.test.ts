import { refusals } from '@portal/contract/errors';
import { currentSession, proveCode, signIn, signOut } from '@portal/contract/office/session';
import { waitingWork } from '@portal/contract/office/today';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { PASSWORD } from '../../test/factories/account.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../test/factories/staff.ts';
import { signInAttempts } from '../accounts/tables.ts';
import { staffAccounts, staffSessions } from './tables.ts';
import { codeAt, stepOf } from './totp.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const own = { 'sec-fetch-site': 'same-origin' };
const minutes = (n: number) => new Date(NOW.getTime() + n * 60_000);

const enter = (email: string, password = PASSWORD, headers: Record<string, string> = own) =>
  portal.call(signIn, { body: { email, password }, headers });

const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

const seen = (cookie: string) => portal.call(currentSession, { headers: { cookie } });

const prove = (cookie: string, code: string) =>
  portal.call(proveCode, { body: { code }, headers: { ...own, cookie } });

describe('the password', () => {
  test('signs in a person without a second factor if none is required', async () => {
    const { email } = await buildStaff(portal.db, { grants: [grant('admin')] });
    const entered = await enter(` ${email.toUpperCase()} `);
    expect(entered).toMatchObject({
      status: 200,
      answer: {
        stage: 'in',
        email,
        secondFactorOptional: true,
        roles: [{ role: 'admin', organization: null }],
      },
    });
    expect(entered.answer.can).toContain('staff.manage');
    expect(entered.headers['set-cookie']).toMatch(/^office=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
    expect((await seen(cookieOf(entered))).answer).toEqual(entered.answer);
  });

  test.each([
    ['a wrong one', {}, 'not the password'],
    ['of an invitation that nobody accepted', { passwordHash: null }, PASSWORD],
  ])('%s does not sign in', async (_, overrides, password) => {
    const { email } = await buildStaff(portal.db, overrides);
    const { status, refusal, headers } = await enter(email, password);
    expect([status, refusal.errors]).toEqual([422, { email: [refusals.staff_credentials_wrong.text] }]);
    expect(headers).not.toHaveProperty('set-cookie');
  });

  test('of a suspended person is refused as suspended only if it is correct', async () => {
    const { email } = await buildStaff(portal.db, { suspendedAt: NOW });
    expect((await enter(email)).refusal.errors).toEqual({ email: [refusals.staff_suspended.text] });
    expect((await enter(email, 'wrong')).refusal.errors).toEqual({
      email: [refusals.staff_credentials_wrong.text],
    });
  });

  test('is guessed five times at most, and trainees have a budget of their own', async () => {
    const { email } = await buildStaff(portal.db);
    for (let n = 0; n < 5; n++) expect((await enter(email, 'wrong')).status).toBe(422);
    const { status, refusal } = await enter(email);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([429, ['email']]);
    const addresses = await portal.db.select({ address: signInAttempts.address }).from(signInAttempts);
    expect(new Set(addresses.map(({ address }) => address))).toEqual(new Set(['staff 127.0.0.1']));
  });
});

describe('the second factor', () => {
  test('is required if there is one: the password alone shows nothing', async () => {
    const staff = await buildStaff(portal.db, { grants: [grant('officer')] });
    const secret = await buildTotp(portal.db, staff);
    const first = await enter(staff.email);
    expect(first.answer).toMatchObject({
      stage: 'secondFactor',
      roles: [],
      can: [],
      factors: { totp: true },
    });
    const second = await prove(cookieOf(first), codeAt(secret, stepOf(NOW)));
    expect(second.answer).toMatchObject({ stage: 'in', roles: [{ role: 'officer' }] });
    // The token from before the proof is worth nothing any more.
    expect((await seen(cookieOf(first))).status).toBe(401);
    expect((await seen(cookieOf(second))).status).toBe(200);
  });

  test('is not proved by a code that was used, nor by an older one', async () => {
    const staff = await buildStaff(portal.db);
    const secret = await buildTotp(portal.db, staff);
    const code = codeAt(secret, stepOf(NOW));
    expect((await prove(cookieOf(await enter(staff.email)), code)).status).toBe(200);
    for (const spent of [code, codeAt(secret, stepOf(NOW) - 1)]) {
      const { status, refusal } = await prove(cookieOf(await enter(staff.email)), spent);
      expect([status, refusal.errors]).toEqual([422, { code: [refusals.second_factor_wrong.text] }]);
    }
    expect((await prove(cookieOf(await enter(staff.email)), codeAt(secret, stepOf(NOW) + 1))).status).toBe(
      200,
    );
  });

  test('with one code sent twice at once is accepted once', async () => {
    const staff = await buildStaff(portal.db);
    const secret = await buildTotp(portal.db, staff);
    const cookies = [cookieOf(await enter(staff.email)), cookieOf(await enter(staff.email))];
    const code = codeAt(secret, stepOf(NOW));
    const answers = await Promise.all(cookies.map((cookie) => prove(cookie, code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });

  test('is guessed five times at most', async () => {
    const staff = await buildStaff(portal.db);
    await buildTotp(portal.db, staff);
    const cookie = cookieOf(await enter(staff.email));
    for (let n = 0; n < 5; n++) expect((await prove(cookie, 'AAAA-BBBB')).status).toBe(422);
    expect((await prove(cookie, '000000')).status).toBe(429);
  });
});

describe('a session', () => {
  const openSession = async () => {
    const staff = await buildStaff(portal.db);
    return { staff, cookie: await enterOffice(portal.db, staff) };
  };

  test('ends after 30 minutes without use', async () => {
    const { cookie } = await openSession();
    portal.clock.now = minutes(29);
    expect((await seen(cookie)).status).toBe(200);
    portal.clock.now = minutes(58);
    expect((await seen(cookie)).status).toBe(200);
    portal.clock.now = minutes(89);
    expect((await seen(cookie)).status).toBe(401);
  });

  test('ends after 30 minutes in which only the open page asked what waits', async () => {
    const { cookie } = await openSession();
    for (let at = 1; at < 30; at++) {
      portal.clock.now = minutes(at);
      expect((await portal.call(waitingWork, { headers: { cookie } })).status).toBe(200);
    }
    portal.clock.now = minutes(30);
    expect((await seen(cookie)).status).toBe(401);
  });

  test('ends after 12 hours in use', async () => {
    const { cookie } = await openSession();
    for (let at = 20; at < 720; at += 20) {
      portal.clock.now = minutes(at);
      expect([at, (await seen(cookie)).status]).toEqual([at, 200]);
    }
    portal.clock.now = minutes(720);
    expect((await seen(cookie)).status).toBe(401);
  });

  test('ends when the person is suspended', async () => {
    const { staff, cookie } = await openSession();
    await portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, staff.id));
    expect((await seen(cookie)).status).toBe(401);
  });

  test('ends with 登出, which may be repeated', async () => {
    const { staff, cookie } = await openSession();
    for (let n = 0; n < 2; n++) {
      const { status, headers } = await portal.call(signOut, { headers: { ...own, cookie } });
      expect(status).toBe(200);
      expect(headers['set-cookie']).toMatch(/^office=; Max-Age=0; Path=\//);
    }
    expect(await portal.db.$count(staffSessions, eq(staffSessions.staffId, staff.id))).toBe(0);
  });
});

describe('a call that changes something', () => {
  test.each([
    ['from another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
    ['from a sibling', { 'sec-fetch-site': 'same-site' }],
    ['from no page', { 'sec-fetch-site': 'none' }],
    ['from another origin', { origin: 'https://evil.example' }],
    ['from an opaque origin', { origin: 'null' }],
    ['that says nothing', {}],
  ])('%s is refused', async (_, headers: Record<string, string>) => {
    const { email } = await buildStaff(portal.db);
    const { status, refusal } = await enter(email, PASSWORD, headers);
    expect([status, refusal.message]).toEqual([403, refusals.cross_site.text]);
  });

  test.each([
    ['says that it is ours', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:80' }],
    ['names our host', { origin: 'http://localhost:80' }],
  ])('is taken from a page that %s', async (_, headers: Record<string, string>) => {
    const { email } = await buildStaff(portal.db);
    expect((await enter(email, PASSWORD, headers)).status).toBe(200);
  });
});

test('over HTTPS the cookie is `__Host-` and `Secure`', async () => {
  const secure = await openTestPortal({
    PUBLIC_URL: 'https://portal.example.org.tw',
    STAFF_SECOND_FACTOR: 'optional',
  });
  const { email } = await buildStaff(secure.db);
  const headers = { origin: 'https://portal.example.org.tw', 'sec-fetch-site': 'same-origin' };
  const entered = await secure.call(signIn, { body: { email, password: PASSWORD }, headers });
  expect(entered.headers['set-cookie']).toMatch(
    /^__Host-office=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  );
  expect((await secure.call(currentSession, { headers: { cookie: cookieOf(entered) } })).status).toBe(200);
  await secure.close();
});

test('if a second factor is required, a person without one must set it up first', async () => {
  const strict = await openTestPortal();
  const { email } = await buildStaff(strict.db, { grants: [grant('admin')] });
  const { answer } = await strict.call(signIn, { body: { email, password: PASSWORD }, headers: own });
  expect(answer).toMatchObject({ stage: 'setUp', can: [], secondFactorOptional: false });
  await strict.close();
});
