import { randomUUID } from 'node:crypto';
import { isoTaipei } from '@portal/contract/dates';
import { refusals } from '@portal/contract/errors';
import * as contract from '@portal/contract/office/enrolment';
import { register } from '@portal/contract/person-form';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { nationalId } from '../../../test/factories/identity.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, buildTotp, enterOffice, grant } from '../../../test/factories/staff.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { multipart } from '../../../test/multipart.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { accounts, sessions } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { idempotencyKeys } from '../../platform/tables.ts';
import { registrationEvents } from '../tables.ts';

let portal: TestPortal;
let admin: { id: number };
let headers: Record<string, string>;
let serial = 700_000;
beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
  admin = await buildStaff(portal.db, { grants: [grant('admin')] });
  await buildTotp(portal.db, admin);
  headers = await enter(NOW);
});
afterAll(() => portal.close());

const enter = async (confirmedAt: Date) => ({
  'sec-fetch-site': 'same-origin',
  cookie: await enterOffice(portal.db, admin, { confirmedAt }),
});

type Overrides = Parameters<typeof buildAccount>[1];

const buildImpostor = async (overrides: Overrides = {}) => {
  const number = nationalId(++serial, { letter: 'F' });
  const account = await buildAccount(portal.db, { idNumber: number, ...overrides });
  return { number, account, form: { number, holderId: account.id, reason: '本人持身分證至櫃台' } };
};
type Form = Awaited<ReturnType<typeof buildImpostor>>['form'];

const find = (number: string) => portal.call(contract.findHolder, { body: { number }, headers });

const release = (form: Form, more: Record<string, string> = headers) =>
  portal.call(contract.releaseNumber, { body: form, headers: more });

const join = async (number: string) => {
  const form = await multipart({ fields: buildRegistrationForm({ id_number: number }) });
  return portal.call(register, form);
};

const eventsOf = ({ id }: { id: number }) =>
  portal.db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'account'), eq(auditEvents.subjectId, id)));

const isReleased = async ({ id }: { id: number }) => {
  const [found] = await portal.db.select().from(accounts).where(eq(accounts.id, id));
  return found?.idNumber === null && found.suspendedAt !== null;
};

describe('looking for the holder of a number', () => {
  test('shows whose account it is and what a release would do, with the number masked', async () => {
    const { number, account } = await buildImpostor({ emailConfirmedAt: null });
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account });
    const paid = { class: await buildClass(portal.db), account, state: 'confirmed' } as const;
    await buildRegistration(portal.db, paid);
    const { status, answer } = await find(` ${number.toLowerCase().replace(/(.{4})/, '$1-')} `);
    expect(status).toBe(200);
    expect(answer.holder).toMatchObject({
      id: account.id,
      country: 'local',
      name: account.chineseName,
      isMailboxConfirmed: false,
      isSuspended: false,
      isImported: false,
      seats: { cancelled: 1, kept: 1 },
    });
    expect(answer.holder?.identity).toMatch(/^F\d\d\*+\d\d$/);
    expect(JSON.stringify(answer)).not.toContain(number);
  });

  test('shows a foreigner by the name in the passport, and a suspended account as such', async () => {
    const account = await buildAccount(portal.db, {
      country: 'foreign',
      idNumber: null,
      passportNo: 'P7654321',
      chineseName: null,
      englishName: 'MARIA SANTOS',
      suspendedAt: NOW,
      emailConfirmedAt: NOW,
    });
    const [branch] = await portal.db.select({ name: organizations.name }).from(organizations);
    expect((await find('p7654321')).answer.holder).toEqual({
      id: account.id,
      country: 'foreign',
      name: 'MARIA SANTOS',
      identity: 'P7****21',
      organization: branch?.name,
      createdAt: isoTaipei(account.createdAt),
      isMailboxConfirmed: true,
      isSuspended: true,
      isImported: false,
      seats: { cancelled: 0, kept: 0 },
    });
  });

  test.each(['F100000000', 'nobody', '王小明', '%', "' or 1=1"])('finds nobody by %s', async (number) => {
    expect(await find(number)).toMatchObject({ status: 200, answer: { holder: null } });
  });

  test('finds nobody by a part of a number', async () => {
    const { number } = await buildImpostor();
    expect((await find(number.slice(0, 9))).answer).toEqual({ holder: null });
  });

  test.each([
    ['with the default password', { passwordIsBirthday: true }],
    ['with a password of their own', { importedAt: NOW }],
  ])('says that a person %s is of the old system', async (_, imported) => {
    const { number } = await buildImpostor(imported);
    expect((await find(number)).answer.holder).toMatchObject({ isImported: true });
  });
});

test('the owner joins after an administrator released the number, and the other person is logged out', async () => {
  const { number, account, form } = await buildImpostor();
  await logIn(portal.db, account);
  expect((await join(number)).refusal.errors).toEqual({ id_number: [refusals.id_number_taken.text] });
  const seats = { cancelled: 0, kept: 0 };
  expect(await release(form)).toMatchObject({ status: 200, answer: { id: account.id, seats } });
  expect(await isReleased(account)).toBe(true);
  expect(await portal.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(0);
  expect((await join(number)).status).toBe(200);
});

test('the events name the administrator, the reason and not the number', async () => {
  const { number, account, form } = await buildImpostor();
  const seat = { class: await buildClass(portal.db), account };
  const { id } = await buildRegistration(portal.db, seat);
  expect((await release(form)).answer.seats).toEqual({ cancelled: 1, kept: 0 });
  const actor = `staff:${admin.id}`;
  const [event] = await eventsOf(account);
  expect(event).toMatchObject({
    actor,
    action: 'account.release_identifier',
    organizationId: account.organizationId,
    at: NOW,
    before: { country: 'local' },
    after: { reason: form.reason },
  });
  expect(JSON.stringify(event)).not.toContain(number);
  const steps = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, id));
  expect(steps.at(-1)).toMatchObject({ actor, action: 'registration.cancel', toState: 'cancelled' });
});

describe('nothing is released', () => {
  const refused = async (form: Form, account: { id: number }, more = headers) => {
    const { status, refusal } = await release(form, more);
    expect([await isReleased(account), await eventsOf(account)]).toEqual([false, []]);
    return [status, refusal.message];
  };

  test('without a second factor of the last ten minutes', async () => {
    const { form, account } = await buildImpostor();
    const old = await enter(new Date(NOW.getTime() - 11 * 60_000));
    expect(await refused(form, account, old)).toEqual([403, refusals.step_up_required.text]);
  });

  test('without a reason', async () => {
    const { form, account } = await buildImpostor();
    const { status, refusal } = await release({ ...form, reason: ' ' });
    expect([status, refusal.errors]).toEqual([422, { reason: ['請輸入核對方式與原因'] }]);
    expect(await isReleased(account)).toBe(false);
  });

  test('if the number belongs to another account than the one that staff saw', async () => {
    const { form, account } = await buildImpostor();
    const other = await buildImpostor();
    const moved = [409, refusals.number_moved.text];
    expect(await refused({ ...form, holderId: other.account.id }, account)).toEqual(moved);
    expect(await refused({ ...form, number: other.number }, other.account)).toEqual(moved);
    expect(await refused({ ...form, number: 'F100000000' }, account)).toEqual(moved);
  });

  test('if the person comes from the old system', async () => {
    const { form, account } = await buildImpostor({ importedAt: NOW });
    expect(await refused(form, account)).toEqual([422, refusals.account_imported.text]);
  });

  test('if a release is repeated after the owner has joined', async () => {
    const { number, form } = await buildImpostor();
    await release(form);
    await join(number);
    const [owner] = await portal.db.select().from(accounts).where(eq(accounts.idNumber, number));
    expect(await release(form)).toMatchObject({ status: 409 });
    expect(await isReleased(owner ?? { id: 0 })).toBe(false);
  });
});

describe('a repeat', () => {
  test('with the same key gets the first answer, and no number is stored with the key', async () => {
    const { number, account, form } = await buildImpostor();
    const keyed = { ...headers, 'idempotency-key': randomUUID() };
    const [first, again] = [await release(form, keyed), await release(form, keyed)];
    expect([first.status, again.status, again.answer]).toEqual([200, 200, first.answer]);
    expect(await eventsOf(account)).toHaveLength(1);
    expect(JSON.stringify(await portal.db.select().from(idempotencyKeys))).not.toContain(number);
  });

  test('without a key is refused', async () => {
    const { account, form } = await buildImpostor();
    expect([(await release(form)).status, (await release(form)).status]).toEqual([200, 409]);
    expect(await eventsOf(account)).toHaveLength(1);
  });

  test('at the same time releases once', async () => {
    const { account, form } = await buildImpostor();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const holding = inTransaction(portal.db, async (tx) => {
      await lockAccount(tx, account.id);
      await held;
    });
    const both = [release(form), release(form)];
    await untilWaiting(portal.db, ...both);
    letGo();
    await holding;
    const answers = await Promise.all(both);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await eventsOf(account)).toHaveLength(1);
  });
});
