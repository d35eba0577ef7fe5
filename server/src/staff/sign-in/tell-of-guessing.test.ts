import { proveCode, signIn } from '@portal/contract/office/staff';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { PASSWORD } from '../../../test/factories/account.ts';
import { buildStaff, buildTotp } from '../../../test/factories/staff.ts';
import { countAttempt } from '../../accounts/sign-in/sign-in-budget.ts';
import { signInAttempts } from '../../accounts/tables.ts';
import { mails } from '../../mail/tables.ts';
import { staffGuessingLetter } from '../letters.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ TRUST_PROXY: '127.0.0.1', STAFF_SECOND_FACTOR: 'optional' });
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(signInAttempts);
});

const DAY = 24 * 3_600_000;
const at = (time: number) => {
  portal.clock.now = new Date(NOW.getTime() + time);
};

let strangers = 0;
/** Each time another address. */
const stranger = () => {
  strangers += 1;
  return `198.51.100.${strangers}`;
};
const fromStranger = (cookie = '') => ({
  headers: { 'sec-fetch-site': 'same-origin', 'x-forwarded-for': stranger(), cookie },
});

/** Counts failures without checking a password, which takes time. */
const fail = async (account: string, times: number) => {
  for (let n = 0; n < times; n++) {
    const attempt = { account, address: stranger(), now: portal.clock.now, staff: { id: null } };
    await countAttempt(portal.db, attempt, async () => false);
  }
};

const enter = (email: string, password = 'wrong') =>
  portal.call(signIn, { body: { email, password }, ...fromStranger() });

/** A wrong code of somebody who knows the password. */
const proveWrong = async (email: string) => {
  const { headers } = await enter(email, PASSWORD);
  const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
  return portal.call(proveCode, { body: { code: 'AAAA-BBBB' }, ...fromStranger(cookie) });
};

const noticesTo = async (email: string) => {
  const found = await portal.db
    .select({ data: mails.data })
    .from(mails)
    .where(and(eq(mails.recipient, email), eq(mails.template, staffGuessingLetter.template)))
    .orderBy(asc(mails.createdAt));
  return found.map(({ data }) => (data as { guessed: string }).guessed);
};

test('a person is told after twenty wrong passwords within an hour, once a day', async () => {
  const { email } = await buildStaff(portal.db);
  await fail(email, 18);
  await enter(email);
  expect(await noticesTo(email)).toEqual([]);
  for (let n = 0; n < 2; n++) {
    await enter(email);
    expect(await noticesTo(email)).toEqual(['password']);
  }
  at(DAY - 1);
  await fail(email, 20);
  await enter(email);
  expect(await noticesTo(email)).toEqual(['password']);
  at(DAY);
  await enter(email);
  expect(await noticesTo(email)).toEqual(['password', 'password']);
});

test('a person is told after five wrong codes, and of passwords besides, each once', async () => {
  const { id, email } = await buildStaff(portal.db);
  await buildTotp(portal.db, { id });
  await fail(`code ${id}`, 3);
  await proveWrong(email);
  expect(await noticesTo(email)).toEqual([]);
  for (let n = 0; n < 2; n++) {
    await proveWrong(email);
    expect(await noticesTo(email)).toEqual(['code']);
  }
  at(1);
  await fail(email, 20);
  for (let n = 0; n < 2; n++) await enter(email);
  expect(await noticesTo(email)).toEqual(['code', 'password']);
});

test('a notice to one person does not stand for one to another', async () => {
  const people = [await buildStaff(portal.db), await buildStaff(portal.db)];
  for (const { email } of people) {
    await fail(email, 20);
    await enter(email);
    expect(await noticesTo(email)).toEqual(['password']);
  }
});

test('nobody is told of guesses at an address without an account', async () => {
  const before = await portal.db.$count(mails);
  await fail('nobody@example.com', 20);
  expect((await enter('nobody@example.com')).status).toBe(422);
  expect(await portal.db.$count(mails)).toBe(before);
});
