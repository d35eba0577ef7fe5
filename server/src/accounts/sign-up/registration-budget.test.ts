import { register } from '@portal/contract/person-form';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal, type TestServer } from '../../../test/app.ts';
import { buildAccount, buildRegistrationForm } from '../../../test/factories/account.ts';
import { buildOrganization } from '../../../test/factories/catalogue.ts';
import { multipart } from '../../../test/multipart.ts';
import { Refusal } from '../../platform/errors.ts';
import { accounts, registrationAttempts } from '../tables.ts';
import { withCountedRegistration } from './registration-budget.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const OFFICE = '203.0.113.7';
let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await buildOrganization(portal.db);
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.now = NOW;
  await portal.db.delete(registrationAttempts);
});

type Form = ReturnType<typeof buildRegistrationForm>;

const send = async (form: Form, { server = portal as TestServer, key = '' } = {}) => {
  const { body, headers } = await multipart({ fields: form });
  return server.call(register, { body, headers: { ...headers, ...(key && { 'idempotency-key': key }) } });
};

/** Adds registrations of the network, made `ago` milliseconds before now. */
const spend = (times: number, { network = '127.0.0.1', ago = 0 } = {}) =>
  portal.db
    .insert(registrationAttempts)
    .values(Array.from({ length: times }, () => ({ network, at: new Date(NOW.getTime() - ago) })));

const counted = (network = '127.0.0.1') =>
  portal.db.$count(registrationAttempts, eq(registrationAttempts.network, network));

describe('the budget of sign-ups', () => {
  test('admits three classes of forty from one network within a quarter of an hour', async () => {
    await spend(80, { ago: 10 * MINUTE });
    const answers = await Promise.all(Array.from({ length: 40 }, () => send(buildRegistrationForm())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('names the time to wait, and creates no account', async () => {
    await spend(149, { ago: 10 * MINUTE });
    expect((await send(buildRegistrationForm())).status).toBe(200);
    const before = await portal.db.$count(accounts);
    const { status, refusal, headers } = await send(buildRegistrationForm());
    expect(status).toBe(429);
    expect(refusal).toEqual({
      message: '此網路短時間內加入學員的次數過多，請於 5 分鐘後再試，或洽所屬分會管理人員',
    });
    expect(headers['retry-after']).toBe(String(5 * 60));
    expect(await portal.db.$count(accounts)).toBe(before);
    portal.clock.now = new Date(NOW.getTime() + 5 * MINUTE);
    expect((await send(buildRegistrationForm())).status).toBe(200);
  });

  test('also limits a whole day', async () => {
    await spend(600, { ago: 20 * HOUR });
    expect((await send(buildRegistrationForm())).headers['retry-after']).toBe(String(4 * 3600));
  });

  test('is free again after a day', async () => {
    await spend(600, { ago: 25 * HOUR });
    expect((await send(buildRegistrationForm())).status).toBe(200);
  });

  test('is shared by all servers', async () => {
    await spend(149);
    const other = await portal.beside();
    expect((await send(buildRegistrationForm(), { server: other })).status).toBe(200);
    expect((await send(buildRegistrationForm())).status).toBe(429);
  });

  test.each([
    { spent: OFFICE, caller: '198.51.100.9', outcome: 'done' },
    { spent: OFFICE, caller: OFFICE, outcome: 'too_many_registrations' },
    { spent: OFFICE, caller: `::ffff:${OFFICE}`, outcome: 'too_many_registrations' },
    { spent: '2001:db8:0:1::/64', caller: '2001:db8:0:1::5', outcome: 'too_many_registrations' },
    { spent: '2001:db8:0:1::/64', caller: '2001:db8:0:2::5', outcome: 'done' },
  ])('of $spent limits $caller: $outcome', async ({ spent, caller, outcome }) => {
    await spend(150, { network: spent });
    const attempt = withCountedRegistration(portal.db, { address: caller, now: NOW }, async () => ({
      isNew: true,
    }));
    const said = attempt.then(
      () => 'done',
      (error: unknown) => error instanceof Refusal && error.code,
    );
    expect(await said).toBe(outcome);
  });

  test('is used by asking whether a number is registered', async () => {
    const { idNumber } = await buildAccount(portal.db);
    const taken = buildRegistrationForm({ id_number: idNumber ?? undefined });
    await spend(149);
    expect((await send(taken)).refusal.errors).toEqual({ id_number: ['此身分證字號已註冊，請直接登入'] });
    expect((await send(taken)).status).toBe(429);
  });

  test.each([
    ['a form that is wrong', { chinese_name: '王1' }, 422],
    ['a choice that is none', { career_id: '沒有這一行' }, 422],
    ['a password that everybody has', { password: 'password1', password_confirmation: 'password1' }, 422],
  ])('is not used by %s', async (_, wrong, status) => {
    expect((await send(buildRegistrationForm(wrong))).status).toBe(status);
    expect(await counted()).toBe(0);
  });

  test('is checked before the form', async () => {
    await spend(150);
    expect((await send(buildRegistrationForm({ career_id: '沒有這一行' }))).status).toBe(429);
  });

  test('is not exceeded by simultaneous calls', async () => {
    await spend(149, { network: OFFICE });
    const attempts = Array.from({ length: 10 }, () =>
      withCountedRegistration(portal.db, { address: OFFICE, now: NOW }, async () => ({ isNew: true })),
    );
    const done = (await Promise.allSettled(attempts)).filter(({ status }) => status === 'fulfilled');
    expect(done).toHaveLength(1);
  });

  test.each([
    ['id_number_taken', 1],
    ['passport_no_taken', 1],
    ['in_flight', 0],
  ] as const)('after the refusal %s is used %i times', async (code, times) => {
    const refused = withCountedRegistration(portal.db, { address: OFFICE, now: NOW }, () =>
      Promise.reject(new Refusal(code)),
    );
    await expect(refused).rejects.toMatchObject({ code });
    expect(await counted(OFFICE)).toBe(times);
  });

  test('is used once by a repeat with the same key', async () => {
    const form = buildRegistrationForm();
    expect((await send(form, { key: 'again' })).status).toBe(200);
    expect((await send(form, { key: 'again' })).status).toBe(200);
    expect(await counted()).toBe(1);
  });

  test('stays used if an account may have been created', async () => {
    const lost = withCountedRegistration(portal.db, { address: OFFICE, now: NOW }, () =>
      Promise.reject(new Error('the connection was lost')),
    );
    await expect(lost).rejects.toThrow('lost');
    expect(await counted(OFFICE)).toBe(1);
  });
});
