import * as account from '@portal/contract/office/account';
import { signIn } from '@portal/contract/office/session';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { type Authenticator, makeAuthenticator } from '../../test/authenticator.ts';
import { PASSWORD } from '../../test/factories/account.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { signInAttempts } from '../accounts/tables.ts';
import { auditEvents } from '../audit/tables.ts';
import { staffAccounts, staffChallenges, staffPasskeys } from './tables.ts';

const SITE = { origin: 'https://portal.example.org.tw', rpId: 'portal.example.org.tw' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ PUBLIC_URL: SITE.origin });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const own = { origin: SITE.origin, 'sec-fetch-site': 'same-origin' };
const withCookie = (cookie: string) => ({ headers: { ...own, cookie } });
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  String(headers['set-cookie']).split(';')[0] ?? '';

/** A session opened by password whose account has no second factor yet. */
const begin = async () => {
  const staff = await buildStaff(portal.db, { grants: [grant('officer')] });
  const entered = await portal.call(signIn, {
    body: { email: staff.email, password: PASSWORD },
    headers: own,
  });
  return { staff, cookie: cookieOf(entered) };
};

const add = async (cookie: string, authenticator: Authenticator, site = {}) => {
  const { answer } = await portal.call(account.beginPasskey, withCookie(cookie));
  const credential = authenticator.register(answer.challenge, site);
  return portal.call(account.addPasskey, { body: { name: '我的手機', credential }, ...withCookie(cookie) });
};

const withPasskey = async () => {
  const { staff, cookie } = await begin();
  const authenticator = makeAuthenticator(SITE);
  const added = await add(cookie, authenticator);
  expect(added.status).toBe(200);
  return { staff, authenticator, cookie: cookieOf(added), added };
};

const ask = async () => (await portal.call(account.askPasskeySignIn, { headers: own })).answer.challenge;
const enter = (credential: object) =>
  portal.call(account.passkeySignIn, { body: { credential }, headers: own });

test('the first passkey lets its owner in and brings ten recovery codes', async () => {
  const { added, staff } = await withPasskey();
  expect(added.answer.session).toMatchObject({ stage: 'in', factors: { passkeys: 1, recoveryCodes: 10 } });
  expect(new Set(added.answer.recoveryCodes).size).toBe(10);
  expect(added.answer.recoveryCodes?.[0]).toMatch(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
  expect(await portal.db.$count(staffPasskeys, eq(staffPasskeys.staffId, staff.id))).toBe(1);
});

test('a passkey alone is enough to sign in, as often as it is asked', async () => {
  const { authenticator, staff } = await withPasskey();
  for (let n = 0; n < 2; n++) {
    const entered = await enter(authenticator.sign(await ask()));
    expect(entered).toMatchObject({ status: 200, answer: { stage: 'in', email: staff.email } });
    expect(entered.headers['set-cookie']).toMatch(/^__Host-office=/);
  }
});

describe('the budget of a network', () => {
  const count = (many: number) => Array.from({ length: many }, (_, n) => n);
  const spent = { status: 429, refusal: { errors: { passkey: [expect.stringContaining('秒')] } } };

  test('is not used by those who sign in', async () => {
    const { authenticator } = await withPasskey();
    for (const _ of count(2)) expect((await enter(authenticator.sign(await ask()))).status).toBe(200);
    expect(await portal.db.$count(signInAttempts)).toBe(0);
  });

  test('is used up by a hundred unanswered questions, which are no longer kept then', async () => {
    const { authenticator } = await withPasskey();
    const credential = authenticator.sign(await ask());
    for (const _ of count(99)) await ask();
    const kept = await portal.db.$count(staffChallenges);
    expect(await portal.call(account.askPasskeySignIn, { headers: own })).toMatchObject(spent);
    expect(await portal.db.$count(staffChallenges)).toBe(kept);
    expect(await enter(credential)).toMatchObject(spent);
    portal.clock.now = new Date(NOW.getTime() + 61 * 60_000);
    expect((await enter(authenticator.sign(await ask()))).status).toBe(200);
  });

  test('is used up by a hundred wrong answers, of one question by five', async () => {
    const wrong = (n: number) => makeAuthenticator(SITE).sign(`${n}`.padStart(43, 'A'));
    for (const n of count(100)) expect((await enter(wrong(n))).status).toBe(422);
    expect(await enter(wrong(100))).toMatchObject(spent);
    await portal.db.delete(signInAttempts);
    for (const _ of count(5)) expect((await enter(wrong(0))).status).toBe(422);
    expect(await enter(wrong(0))).toMatchObject(spent);
  });
});

describe('a passkey is refused', () => {
  const expectRefused = (answer: { status: number; headers: Record<string, unknown> }) => {
    expect([answer.status, 'set-cookie' in answer.headers]).toEqual([422, false]);
  };

  test.each([
    ['another site', { origin: 'https://portal.example.org.tw.evil.example' }],
    ['a page without TLS', { origin: 'http://portal.example.org.tw' }],
    ['another party', { rpId: 'evil.example' }],
  ])('that was requested by %s', async (_, site) => {
    const { authenticator } = await withPasskey();
    expectRefused(await enter(authenticator.sign(await ask(), site)));
    const { cookie } = await begin();
    expectRefused(await add(cookie, makeAuthenticator(SITE), site));
  });

  test('for a challenge of another server', async () => {
    const { authenticator } = await withPasskey();
    expectRefused(await enter(authenticator.sign('A'.repeat(43))));
  });

  test('for a challenge of another purpose or person', async () => {
    const { authenticator, cookie } = await withPasskey();
    const other = await withPasskey();
    const { answer } = await portal.call(account.askPasskeyProof, withCookie(other.cookie));
    expectRefused(await enter(authenticator.sign(answer.challenge)));
    const again = (await portal.call(account.askPasskeyProof, withCookie(other.cookie))).answer.challenge;
    const body = { credential: authenticator.sign(again) };
    expectRefused(await portal.call(account.passkeyProof, { body, ...withCookie(cookie) }));
  });

  test('when its answer is sent twice, also at once', async () => {
    const { authenticator } = await withPasskey();
    const credential = authenticator.sign(await ask());
    const answers = await Promise.all([enter(credential), enter(credential)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expectRefused(await enter(credential));
  });

  test('six minutes after it was asked', async () => {
    const { authenticator } = await withPasskey();
    const credential = authenticator.sign(await ask());
    portal.clock.now = new Date(NOW.getTime() + 6 * 60_000);
    expectRefused(await enter(credential));
  });

  test('when its counter decreases, as with a copy', async () => {
    const { authenticator } = await withPasskey();
    expect((await enter(authenticator.sign(await ask()))).status).toBe(200);
    authenticator.counter -= 1;
    expectRefused(await enter(authenticator.sign(await ask())));
  });

  test('of a suspended person', async () => {
    const { authenticator, staff } = await withPasskey();
    await portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, staff.id));
    expectRefused(await enter(authenticator.sign(await ask())));
  });

  test('with the signature of another key', async () => {
    const { authenticator } = await withPasskey();
    const stranger = makeAuthenticator(SITE);
    const credential = { ...stranger.sign(await ask()), id: authenticator.id, rawId: authenticator.id };
    expectRefused(await enter(credential));
  });

  test.each(['', 'e30', 'bm90IGpzb24'])('with the client data "%s"', async (clientDataJSON) => {
    const { authenticator } = await withPasskey();
    const credential = authenticator.sign(await ask());
    expectRefused(await enter({ ...credential, response: { ...credential.response, clientDataJSON } }));
  });
});

test('a person with a passkey proves it after the password, and before a sensitive act', async () => {
  const { staff, authenticator } = await withPasskey();
  const half = await portal.call(signIn, { body: { email: staff.email, password: PASSWORD }, headers: own });
  expect(half.answer.stage).toBe('secondFactor');
  const cookie = cookieOf(half);
  // With the password alone nobody adds a passkey of their own.
  expect((await portal.call(account.beginPasskey, withCookie(cookie))).status).toBe(403);
  const { answer } = await portal.call(account.askPasskeyProof, withCookie(cookie));
  const body = { credential: authenticator.sign(answer.challenge) };
  expect((await portal.call(account.passkeyProof, { body, ...withCookie(cookie) })).answer.stage).toBe('in');
});

test('the last required second factor cannot be removed, nor passkeys of others', async () => {
  const { staff, cookie } = await withPasskey();
  const [passkey] = await portal.db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staff.id));
  const remove = (by: string) =>
    portal.call(account.removePasskey, { params: { id: String(passkey?.id) }, ...withCookie(by) });
  expect((await remove(cookie)).status).toBe(422);
  const other = await withPasskey();
  expect((await remove(other.cookie)).status).toBe(404);
  await add(cookie, makeAuthenticator(SITE));
});

test('only its owner renames a passkey, with an event', async () => {
  const { staff, cookie } = await withPasskey();
  const find = async () => {
    const [found] = await portal.db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staff.id));
    return found ?? { id: 0, name: '' };
  };
  const before = await find();
  const rename = (by: string, name: string) =>
    portal.call(account.renamePasskey, { params: { id: `${before.id}` }, body: { name }, ...withCookie(by) });
  expect((await rename((await withPasskey()).cookie, '別人的')).status).toBe(404);
  expect((await rename(cookie, '  ')).status).toBe(422);
  expect((await rename(cookie, '櫃台電腦')).status).toBe(200);
  expect((await rename(cookie, '櫃台電腦')).status).toBe(200);
  expect((await find()).name).toBe('櫃台電腦');
  const renamed = and(
    eq(auditEvents.action, 'staff.rename_passkey'),
    eq(auditEvents.actor, `staff:${staff.id}`),
  );
  expect(await portal.db.select().from(auditEvents).where(renamed)).toMatchObject([
    { subjectId: staff.id, before: { name: before.name }, after: { name: '櫃台電腦' } },
  ]);
});

test('a session without a proof in the last ten minutes adds no passkey', async () => {
  const { staff } = await withPasskey();
  const confirmedAt = new Date(NOW.getTime() - 11 * 60_000);
  const cookie = (await enterOffice(portal.db, staff, { confirmedAt })).replace('office=', '__Host-office=');
  const { status, refusal } = await portal.call(account.beginPasskey, withCookie(cookie));
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([403, ['stepUp']]);
});
