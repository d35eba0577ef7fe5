import { login } from '@portal/contract/accounts';
import * as enrolment from '@portal/contract/enrolment';
import * as enrolmentCalls from '@portal/contract/office/enrolment';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { mails } from '../../mail/tables.ts';
import { tidyUp } from '../../timers/housekeeping.ts';
import { registrations } from '../tables.ts';
import { networkTag } from './network-tag.ts';

const HOUR = 3_600_000;
const CONFIRM_BY = new Date(NOW.getTime() + 48 * HOUR);

let portal: TestPortal;
let organizationId: number;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db)).id;
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  // Housekeeping ends sessions.
  headers = (await enterAs(portal.db, grant('officer', organizationId))).headers;
});

type Account = Parameters<typeof buildAccount>[1];

const buildUnconfirmed = (overrides: Account = {}) =>
  buildAccount(portal.db, { emailConfirmedAt: null, ...overrides });
const classHere = () => buildClass(portal.db, { organizationId });

/** A pending registration that may lapse. */
const buildSeat = async (overrides: Account = {}) => {
  const [account, trainingClass] = [await buildUnconfirmed(overrides), await classHere()];
  const seat = await buildRegistration(portal.db, { class: trainingClass, account, confirmBy: CONFIRM_BY });
  return { id: seat.id, account, trainingClass };
};

const queue = async (query: Record<string, string>) =>
  (await portal.call(enrolmentCalls.reviewQueue, { query, headers })).answer.rows;
const detail = async (id: number) =>
  (await portal.call(enrolmentCalls.registrationDetail, { params: { id: String(id) }, headers })).answer;
const stored = async ({ id }: { id: number }) =>
  one(await portal.db.select().from(accounts).where(eq(accounts.id, id)));

describe('somebody who enrols', () => {
  const enrol = async (account: { id: number }, { code }: { code: string }) => {
    const token = await logIn(portal.db, account);
    expect((await portal.call(enrolment.enrol, { token, body: { code } })).status).toBe(200);
    const info = await portal.call(enrolment.registrationInfo, { token, body: { code } });
    const records = await portal.call(enrolment.records, { token });
    return [info.answer.confirm_by, records.answer.UncheckedRecords[0]?.confirm_by];
  };

  test('is told until when the seat is kept, unless they are confirmed', async () => {
    const until = '2026-12-03T10:00:00+08:00';
    const account = await buildUnconfirmed();
    expect(await enrol(account, await classHere())).toEqual([until, until]);
    expect(await enrol(await buildAccount(portal.db), await classHere())).toEqual([null, null]);
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, account.id));
    expect(mail?.data).toMatchObject({ confirmBy: '2026-12-03（四）10:00' });
  });

  test('is no longer told so once they have confirmed', async () => {
    const [account, trainingClass] = [await buildUnconfirmed(), await classHere()];
    await enrol(account, trainingClass);
    await portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, account.id));
    const call = { token: await logIn(portal.db, account), body: { code: trainingClass.code } };
    expect((await portal.call(enrolment.registrationInfo, call)).answer.confirm_by).toBeNull();
  });

  test('leaves a hash of the network, which is another one in each class and goes after a month', async () => {
    const [one, two] = [await classHere(), await classHere()];
    const account = await buildAccount(portal.db);
    for (const trainingClass of [one, two]) await enrol(account, trainingClass);
    const tags = async () => {
      const rows = await portal.db
        .select()
        .from(registrations)
        .where(eq(registrations.accountId, account.id));
      return rows.map(({ network }) => network);
    };
    const here = { address: '127.0.0.1' };
    const [first, second] = await tags();
    expect(first).toBe(await networkTag(portal.db, { code: one.code, ...here }));
    expect(second).toBe(await networkTag(portal.db, { code: two.code, ...here }));
    expect(first).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(second).not.toBe(first);
    portal.clock.now = new Date(NOW.getTime() + 29 * 24 * HOUR);
    await tidyUp(portal.services);
    expect(await tags()).toEqual([first, second]);
    portal.clock.now = new Date(NOW.getTime() + 31 * 24 * HOUR);
    await tidyUp(portal.services);
    expect(await tags()).toEqual([null, null]);
  });
});

describe('the review queue', () => {
  test('marks and finds enrolmentCalls who are unconfirmed', async () => {
    const { id, trainingClass } = await buildSeat();
    const [confirmed, byStaff] = [await buildAccount(portal.db), await buildUnconfirmed()];
    const late = { class: trainingClass, account: confirmed, confirmBy: CONFIRM_BY };
    await buildRegistration(portal.db, late);
    await buildRegistration(portal.db, { class: trainingClass, account: byStaff });
    const rows = await queue({ class: trainingClass.code });
    expect(rows.filter(({ concerns }) => concerns.includes('unconfirmed')).map((row) => row.id)).toEqual([
      id,
    ]);
    expect((await queue({ class: trainingClass.code, mark: 'unconfirmed' })).map((row) => row.id)).toEqual([
      id,
    ]);
    expect(await detail(id)).toMatchObject({
      confirmBy: '2026-12-03T10:00:00+08:00',
      concerns: expect.arrayContaining(['unconfirmed']),
    });
  });

  test('marks three enrolmentCalls of one class from one network, and not two', async () => {
    const trainingClass = await classHere();
    const enrolled = async (network: string) =>
      (
        await buildRegistration(portal.db, {
          class: trainingClass,
          account: await buildAccount(portal.db),
          network,
        })
      ).id;
    const [pair, room]: number[][] = [[], []];
    for (let n = 0; n < 2; n++) pair?.push(await enrolled('home'));
    for (let n = 0; n < 3; n++) room?.push(await enrolled('room'));
    const rows = await queue({ class: trainingClass.code });
    expect(rows.map(({ sameNetwork }) => sameNetwork)).toEqual([0, 0, 3, 3, 3]);
    expect((await queue({ class: trainingClass.code, mark: 'network' })).map(({ id }) => id)).toEqual(room);
    expect((await detail(room?.[0] ?? 0)).sameNetwork).toBe(3);
    // The mark is no concern: a whole training room may be approved at once.
    expect(rows.every(({ concerns }) => !concerns.includes('unconfirmed'))).toBe(true);
  });

  test('gives back the seats of unconfirmed enrolmentCalls in bulk', async () => {
    const { id, trainingClass } = await buildSeat();
    const other = await buildRegistration(portal.db, {
      class: trainingClass,
      account: await buildAccount(portal.db),
    });
    const body = { registrations: [id, other.id].map((each) => ({ id: each, version: 0 })) };
    const { answer } = await portal.call(enrolmentCalls.giveBackUnconfirmed, { body, headers });
    expect(answer.results.map(({ done }) => done)).toEqual([true, false]);
    expect((await detail(id)).state).toBe('cancelled');
  });

  test('does not approve unconfirmed enrolmentCalls in bulk', async () => {
    const { id } = await buildSeat({ photoKey: 'photos/one' });
    const body = { registrations: [{ id, version: 0 }] };
    const { answer } = await portal.call(enrolmentCalls.approveRegistrations, { body, headers });
    expect(answer.results).toEqual([
      { id, done: false, why: '電子信箱與電話均未確認，請逐筆審核', version: null },
    ]);
  });
});

describe('a phone that staff have called', () => {
  const confirm = (id: number, phone: string) =>
    portal.call(enrolmentCalls.confirmPhone, { params: { id: String(id) }, body: { phone }, headers });

  test('confirms the person, with an event', async () => {
    const { id, account } = await buildSeat({ cellPhone: '0912-345678' });
    const { answer } = await confirm(id, '0912-345678');
    expect(answer).toMatchObject({ confirmBy: null, person: { phoneConfirmed: true } });
    expect((await stored(account)).phoneConfirmedAt).toEqual(NOW);
    await confirm(id, '0912-345678');
    const events = await portal.db.select().from(auditEvents).where(eq(auditEvents.subjectId, account.id));
    expect(events.filter(({ action }) => action === 'account.confirm_phone')).toHaveLength(1);
  });

  test('confirms nothing if the person has another number by now', async () => {
    const { id, account } = await buildSeat({ cellPhone: '0912-345678' });
    expect((await confirm(id, '0912-345679')).status).toBe(409);
    expect((await stored(account)).phoneConfirmedAt).toBeNull();
  });
});

describe('the branch stores a mailbox', () => {
  const store = (
    account: { account: string; birthday: string | null },
    overrides: Record<string, unknown> = {},
    by = headers,
  ) =>
    portal.call(enrolmentCalls.setMailbox, {
      headers: by,
      body: {
        number: account.account,
        birthday: account.birthday,
        ...{ proof: 'card', email: 'named@example.com' },
        ...overrides,
      },
    });
  const buildImported = (overrides: Account = {}) =>
    buildAccount(portal.db, {
      ...{ organizationId, email: null, emailConfirmedAt: null, passwordIsBirthday: true, importedAt: NOW },
      ...overrides,
    });
  const fieldsOf = ({ refusal }: Awaited<ReturnType<typeof store>>) => Object.keys(refusal.errors ?? {});

  test('for a person who shows the identity card, with a mail and an event', async () => {
    const person = await buildImported();
    expect((await store(person)).answer).toEqual({ id: person.id });
    expect(await stored(person)).toMatchObject({
      ...{ email: 'named@example.com', emailConfirmedAt: null, passwordIsBirthday: true },
    });
    const [mail] = await portal.db.select().from(mails).where(eq(mails.accountId, person.id));
    expect(mail).toMatchObject({ template: 'email_confirmation', recipient: 'named@example.com' });
    const [event] = await portal.db.select().from(auditEvents).where(eq(auditEvents.subjectId, person.id));
    expect(event).toMatchObject({ action: 'account.set_mailbox', after: { proof: 'card' } });
  });

  test('for a person who names a stored phone, however it is written', async () => {
    const person = await buildImported({ cellPhone: null, homePhone: '02-23456789' });
    expect(fieldsOf(await store(person, { proof: 'phone' }))).toEqual(['phone']);
    expect(fieldsOf(await store(person, { proof: 'phone', phone: '02-23456788' }))).toEqual(['phone']);
    expect(fieldsOf(await store(person, { proof: 'phone', phone: '-' }))).toEqual(['phone']);
    expect((await stored(person)).email).toBeNull();
    expect((await store(person, { proof: 'phone', phone: '(02) 2345 6789' })).status).toBe(200);
  });

  test('may correct it until it is confirmed', async () => {
    const person = await buildImported();
    await store(person, { email: 'wrong@example.com' });
    expect((await store(person)).status).toBe(200);
    await portal.db.update(accounts).set({ emailConfirmedAt: NOW }).where(eq(accounts.id, person.id));
    expect(fieldsOf(await store(person, { email: 'later@example.com' }))).toEqual(['number']);
    expect((await stored(person)).email).toBe('named@example.com');
  });

  test.each<[string, Account, Record<string, unknown>]>([
    ['with another birth date', {}, { birthday: '1990-05-15' }],
    ['who is suspended', { suspendedAt: NOW }, {}],
    ['with a mailbox of the old system', { email: 'old@example.com' }, {}],
    ['with a password of their own', { passwordIsBirthday: false }, {}],
  ])('not for a person %s', async (_, overrides, form) => {
    const person = await buildImported(overrides);
    expect(fieldsOf(await store(person, form))).toEqual(['number']);
    expect((await stored(person)).email).toBe(person.email);
  });

  test('not of another branch', async () => {
    const elsewhere = (await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' })).id;
    const { headers: others } = await enterAs(portal.db, grant('officer', elsewhere));
    const person = await buildImported();
    expect(fieldsOf(await store(person, {}, others))).toEqual(['number']);
    expect((await stored(person)).email).toBeNull();
    expect((await store(await buildImported({ organizationId: null }), {}, others)).status).toBe(200);
  });

  test('which opens the first password to whoever reads it', async () => {
    const person = await buildImported();
    await store(person);
    const body = { account: person.account, password: 'Portal-2026' };
    const { answer } = await portal.call(login, { body });
    expect(answer.user).toMatchObject({ needs_branch: false, needs_code: true });
  });
});
