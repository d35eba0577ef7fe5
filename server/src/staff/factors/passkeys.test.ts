import { refusals } from '@portal/contract/errors';
import * as account from '@portal/contract/office/staff';
import { signIn } from '@portal/contract/office/staff';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { type Authenticator, makeAuthenticator } from '../../../test/authenticator.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { signInsOf } from '../../../test/staff-events.ts';
import { signInAttempts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { staffAccounts, staffChallenges, staffPasskeys } from '../tables.ts';
import { readPasskey } from './passkeys.ts';

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

const askToAdd = async (cookie: string) =>
  (await portal.call(account.beginPasskey, withCookie(cookie))).answer;
const addAnswer = (cookie: string, credential: object) =>
  portal.call(account.addPasskey, { body: { name: '我的手機', credential }, ...withCookie(cookie) });
const add = async (cookie: string, authenticator: Authenticator, site = {}) =>
  addAnswer(cookie, authenticator.register((await askToAdd(cookie)).challenge, site));

const askForProof = async (cookie: string) =>
  (await portal.call(account.askPasskeyProof, withCookie(cookie))).answer;
const prove = (cookie: string, credential: object) =>
  portal.call(account.passkeyProof, { body: { credential }, ...withCookie(cookie) });

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

test('a passkey signs by an algorithm that Node does not support as an experiment only', async () => {
  const { pubKeyCredParams } = await askToAdd((await begin()).cookie);
  expect(pubKeyCredParams).toEqual([-8, -7, -257].map((alg) => ({ alg, type: 'public-key' })));
});

test('a passkey alone is enough to sign in, as often as it is asked', async () => {
  const { authenticator, staff } = await withPasskey();
  for (let n = 0; n < 2; n++) {
    const entered = await enter(authenticator.sign(await ask()));
    expect(entered).toMatchObject({ status: 200, answer: { stage: 'in', email: staff.email } });
    expect(entered.headers['set-cookie']).toMatch(/^__Host-office=/);
  }
  expect(await signInsOf(portal.db, staff.id)).toEqual([{ by: 'passkey' }, { by: 'passkey' }]);
});

test('a passkey that does not count signs in as often as it is asked', async () => {
  const { authenticator } = await withPasskey();
  for (let n = 0; n < 2; n++) {
    authenticator.counter = -1;
    expect((await enter(authenticator.sign(await ask()))).status).toBe(200);
  }
});

test('only the own passkeys are asked for, and excluded from being added again', async () => {
  const [mine, other] = [await withPasskey(), await withPasskey()];
  const idsOf = (list: unknown) => (list as { id: string }[]).map(({ id }) => id);
  expect(idsOf((await askForProof(mine.cookie)).allowCredentials)).toEqual([mine.authenticator.id]);
  expect(idsOf((await askToAdd(other.cookie)).excludeCredentials)).toEqual([other.authenticator.id]);
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
    ['this site of somebody who was not verified', { verified: false }],
  ])('that was requested by %s', async (_, site) => {
    const { authenticator } = await withPasskey();
    expectRefused(await enter(authenticator.sign(await ask(), site)));
    const { cookie } = await begin();
    expectRefused(await add(cookie, makeAuthenticator(SITE), site));
  });

  test('for a challenge of another purpose or person', async () => {
    const { authenticator, cookie } = await withPasskey();
    const other = await withPasskey();
    expectRefused(await enter(authenticator.sign((await askForProof(other.cookie)).challenge)));
    expectRefused(await prove(cookie, authenticator.sign((await askForProof(other.cookie)).challenge)));
    expectRefused(await prove(cookie, authenticator.sign((await askToAdd(cookie)).challenge)));
    const fresh = makeAuthenticator(SITE);
    expectRefused(await addAnswer(cookie, fresh.register((await askForProof(cookie)).challenge)));
  });

  test('that belongs to another person, or to nobody', async () => {
    const { cookie } = await withPasskey();
    const other = await withPasskey();
    for (const stranger of [other.authenticator, makeAuthenticator(SITE)]) {
      expectRefused(await prove(cookie, stranger.sign((await askForProof(cookie)).challenge)));
    }
    expectRefused(await enter(makeAuthenticator(SITE).sign(await ask())));
  });

  test('that was added before', async () => {
    const { authenticator } = await withPasskey();
    const { cookie } = await begin();
    expectRefused(await add(cookie, authenticator));
  });

  test('with a false signature about itself', async () => {
    const { cookie } = await begin();
    const { challenge } = await askToAdd(cookie);
    expectRefused(await addAnswer(cookie, makeAuthenticator(SITE).registerForged(challenge)));
  });

  test('of somebody who has not accepted the invitation', async () => {
    const { authenticator, staff } = await withPasskey();
    await portal.db.update(staffAccounts).set({ passwordHash: null }).where(eq(staffAccounts.id, staff.id));
    expectRefused(await enter(authenticator.sign(await ask())));
  });

  test('of another person, who answers the own question', async () => {
    const { authenticator, cookie } = await withPasskey();
    const other = await withPasskey();
    const prove = async (by: Authenticator) => {
      const { answer } = await portal.call(account.askPasskeyProof, withCookie(cookie));
      const body = { credential: by.sign(answer.challenge) };
      return portal.call(account.passkeyProof, { body, ...withCookie(cookie) });
    };
    expectRefused(await prove(other.authenticator));
    expect((await prove(authenticator)).status).toBe(200);
  });

  test('that another person has added before', async () => {
    const { authenticator, staff } = await withPasskey();
    const { cookie } = await begin();
    expectRefused(await add(cookie, authenticator));
    expect(await enter(authenticator.sign(await ask()))).toMatchObject({
      status: 200,
      answer: { email: staff.email },
    });
  });

  test('when its answer is sent twice, also at once', async () => {
    const { authenticator } = await withPasskey();
    const credential = authenticator.sign(await ask());
    const answers = await Promise.all([enter(credential), enter(credential)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    expectRefused(await enter(credential));
  });

  test('five minutes after it was asked', async () => {
    const { authenticator } = await withPasskey();
    const [first, second] = [await ask(), await ask()];
    portal.clock.now = new Date(NOW.getTime() + 5 * 60_000 - 1);
    expect((await enter(authenticator.sign(first))).status).toBe(200);
    portal.clock.now = new Date(NOW.getTime() + 5 * 60_000);
    expectRefused(await enter(authenticator.sign(second)));
  });

  test('for an unknown question, and the open questions stay', async () => {
    const { authenticator } = await withPasskey();
    const open = await ask();
    for (const unknown of ['A'.repeat(43), 'nul \u0000', '問', 'A'.repeat(201)]) {
      expectRefused(await enter(authenticator.sign(unknown)));
    }
    expect((await enter(authenticator.sign(open))).status).toBe(200);
  });

  test('when its counter decreases, as with a copy', async () => {
    const { authenticator } = await withPasskey();
    expect((await enter(authenticator.sign(await ask()))).status).toBe(200);
    authenticator.counter -= 1;
    expectRefused(await enter(authenticator.sign(await ask())));
  });

  test('when its counter was reached by another answer since it was checked', async () => {
    const { authenticator, staff } = await withPasskey();
    const read = async (counter: number) => {
      authenticator.counter = counter - 1;
      const credential = authenticator.sign(await ask());
      const question = { purpose: 'sign_in', staffId: null } as const;
      const { use } = await readPasskey(portal.db, question, { credential, site: SITE, now: NOW });
      return () => inTransaction(portal.db, use);
    };
    const [one, two, again] = [await read(1), await read(2), await read(2)];
    await two();
    for (const late of [one, again]) await expect(late()).rejects.toMatchObject({ code: 'passkey_refused' });
    const [kept] = await portal.db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staff.id));
    expect(kept?.counter).toBe(2);
  });

  test('of a suspended person, who is told so', async () => {
    const { authenticator, staff } = await withPasskey();
    await portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, staff.id));
    const refused = await enter(authenticator.sign(await ask()));
    expectRefused(refused);
    expect(refused.refusal.errors).toEqual({ email: [refusals.staff_suspended.text] });
  });

  test('with the signature of another key', async () => {
    const { authenticator } = await withPasskey();
    const stranger = makeAuthenticator(SITE);
    const credential = { ...stranger.sign(await ask()), id: authenticator.id, rawId: authenticator.id };
    expectRefused(await enter(credential));
  });

  test('with an id that no passkey can have', async () => {
    const { authenticator } = await withPasskey();
    const credential = { ...authenticator.sign(await ask()), id: 'nul \u0000', rawId: 'nul \u0000' };
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
  // A thief who knows only the password cannot add a passkey.
  expect((await portal.call(account.beginPasskey, withCookie(cookie))).status).toBe(403);
  const credential = authenticator.sign((await askForProof(cookie)).challenge);
  expect((await prove(cookie, credential)).answer.stage).toBe('in');
  expect(await signInsOf(portal.db, staff.id)).toEqual([{ by: 'passkey' }]);
  const [used] = await portal.db.select().from(staffPasskeys).where(eq(staffPasskeys.staffId, staff.id));
  expect(used).toMatchObject({ counter: 1, lastUsedAt: NOW });
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
