import { refusals } from '@portal/contract/errors';
import { waitingWork } from '@portal/contract/office/reports';
import { currentSession, proveCode, signIn, signOut } from '@portal/contract/office/staff';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { signInsOf } from '../../../test/staff-events.ts';
import { signInAttempts } from '../../accounts/tables.ts';
import { identifyStaff } from '../actors.ts';
import { beginTotp } from '../factors/set-up-totp.ts';
import { codeAt, newSecret, stepOf } from '../factors/totp.ts';
import { staffAccounts, staffFactorResets, staffKnownAddresses, staffSessions } from '../tables.ts';
import { confirmSession } from './sessions.ts';

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

const pending = ({ id: staffId }: { id: number }) =>
  identifyStaff({ staffId, sessionId: 0, confirmedAt: null });

const seen = (cookie: string) => portal.call(currentSession, { headers: { cookie } });

const prove = (cookie: string, code: string) =>
  portal.call(proveCode, { body: { code }, headers: { ...own, cookie } });

describe('the password', () => {
  test('signs in a person without a second factor if none is required', async () => {
    const { id, email } = await buildStaff(portal.db, { grants: [grant('admin')] });
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
    expect(await signInsOf(portal.db, id)).toEqual([{ by: 'password' }]);
  });

  test('alone does not cancel the removal of a second factor', async () => {
    const { id: staffId, email } = await buildStaff(portal.db);
    const dueAt = minutes(60);
    await portal.db.insert(staffFactorResets).values({ staffId, askedBy: staffId, askedAt: NOW, dueAt });
    expect((await enter(email)).answer.stage).toBe('in');
    expect(await portal.db.$count(staffFactorResets, eq(staffFactorResets.staffId, staffId))).toBe(1);
  });

  test('makes its address known, but only after the second factor if there is one', async () => {
    const known = ({ id }: { id: number }) =>
      portal.db.$count(staffKnownAddresses, eq(staffKnownAddresses.staffId, id));
    const [plain, strict] = [await buildStaff(portal.db), await buildStaff(portal.db)];
    const secret = await buildTotp(portal.db, strict);
    await enter(plain.email);
    const cookie = cookieOf(await enter(strict.email));
    expect([await known(plain), await known(strict)]).toEqual([1, 0]);
    await prove(cookie, codeAt(secret, stepOf(NOW)));
    expect(await known(strict)).toBe(1);
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

  test.each<[string, Partial<typeof staffAccounts.$inferInsert>]>([
    ['replaced', { passwordHash: 'another' }],
    ['of somebody who is suspended', { suspendedAt: NOW }],
  ])('%s at the same moment does not sign in', async (_, values) => {
    const { id, email } = await buildStaff(portal.db);
    const entered = await actDuring(
      portal.db,
      (tx) => tx.update(staffAccounts).set(values).where(eq(staffAccounts.id, id)),
      () => enter(email),
    );
    expect(entered.refusal.errors).toEqual({ email: [refusals.staff_credentials_wrong.text] });
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
    expect(await signInsOf(portal.db, staff.id)).toEqual([]);
    const second = await prove(cookieOf(first), codeAt(secret, stepOf(NOW)));
    expect(await signInsOf(portal.db, staff.id)).toEqual([{ by: 'totp' }]);
    expect(second.answer).toMatchObject({ stage: 'in', roles: [{ role: 'officer' }] });
    // The token from before the proof is worth nothing any more.
    expect((await seen(cookieOf(first))).status).toBe(401);
    expect((await seen(cookieOf(second))).status).toBe(200);
  });

  test.each<[string, (staff: { id: number }) => Promise<string>]>([
    ['of another time', (staff) => buildTotp(portal.db, staff)],
    [
      'of an app that is not confirmed',
      (staff) => beginTotp(portal.db, { actor: pending(staff), now: minutes(5) }),
    ],
    ['of nobody’s app', async () => newSecret()],
  ])('is not proved by a code %s', async (_, build) => {
    const staff = await buildStaff(portal.db);
    const code = codeAt(await build(staff), stepOf(minutes(5)));
    const { status, refusal } = await prove(cookieOf(await enter(staff.email)), code);
    expect([status, refusal.errors]).toEqual([422, { code: [refusals.second_factor_wrong.text] }]);
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

  test('is not proved by the code of another person', async () => {
    const [staff, other] = [await buildStaff(portal.db), await buildStaff(portal.db)];
    const secrets = [await buildTotp(portal.db, staff), await buildTotp(portal.db, other)];
    const [own, foreign] = secrets.map((secret) => codeAt(secret, stepOf(NOW)));
    const cookie = cookieOf(await enter(staff.email));
    expect((await prove(cookie, foreign ?? '')).status).toBe(422);
    expect((await prove(cookie, own ?? '')).status).toBe(200);
  });

  test('of one person leaves the code of another valid', async () => {
    const people = [await buildStaff(portal.db), await buildStaff(portal.db)];
    const secrets = [];
    for (const staff of people) secrets.push(await buildTotp(portal.db, staff));
    for (const [n, { email }] of people.entries()) {
      const code = codeAt(secrets[n] ?? '', stepOf(NOW));
      expect((await prove(cookieOf(await enter(email)), code)).status).toBe(200);
    }
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

  test('writes its last use once a minute', async () => {
    const { staff, cookie } = await openSession();
    const lastUse = async () => {
      const of = eq(staffSessions.staffId, staff.id);
      const [found] = await portal.db.select({ at: staffSessions.lastUsedAt }).from(staffSessions).where(of);
      return found?.at;
    };
    portal.clock.now = minutes(1);
    await seen(cookie);
    expect(await lastUse()).toEqual(NOW);
    portal.clock.now = minutes(1.5);
    await seen(cookie);
    expect(await lastUse()).toEqual(minutes(1.5));
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

  test('that ended just before the second factor was proved does not come back', async () => {
    const token = await confirmSession(portal.db, 999_999, NOW);
    expect((await seen(`office=${token}`)).status).toBe(401);
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

test('if a second factor is required, a person without one must set it up first', async () => {
  const strict = await openTestPortal();
  const { id, email } = await buildStaff(strict.db, { grants: [grant('admin')] });
  const entered = await strict.call(signIn, { body: { email, password: PASSWORD }, headers: own });
  expect(entered.answer).toMatchObject({ stage: 'setUp', can: [], secondFactorOptional: false });
  expect(await signInsOf(strict.db, id)).toEqual([]);
  await strict.close();
});
