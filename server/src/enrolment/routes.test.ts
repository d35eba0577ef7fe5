import * as contract from '@portal/contract/enrolment';
import { reportPayment } from '@portal/contract/payment';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildBankAccount, buildClass } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildFullClass, buildRefund, buildRegistration } from '../../test/factories/registration.ts';
import { classes } from '../classes/tables.ts';
import { memberships } from '../groups/tables.ts';
import type { State } from './states.ts';
import { registrations } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

const buildPerson = async (overrides: Parameters<typeof buildAccount>[1] = {}) => {
  const account = await buildAccount(portal.db, overrides);
  return { account, token: await logIn(portal.db, account) };
};

const seatsIn = async (trainingClass: { id: number }) =>
  portal.db
    .select({ accountId: registrations.accountId, state: registrations.state })
    .from(registrations)
    .where(eq(registrations.classId, trainingClass.id))
    .orderBy(asc(registrations.id));

const calls = [
  contract.precheck,
  contract.enrol,
  contract.registrationInfo,
  contract.records,
  contract.cancelRegistration,
] as const;

describe.each(calls.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_, endpoint) => {
  test('answers a guest with 401', async () => {
    const trainingClass = await buildClass(portal.db);
    const reply = await portal.call(endpoint, { body: { code: trainingClass.code } });
    expect([reply.status, reply.refusal]).toEqual([401, { message: '時效過期，請重新登入' }]);
    expect(await seatsIn(trainingClass)).toEqual([]);
  });

  test('answers somebody with an incomplete profile with 403, whatever the body', async () => {
    const { token } = await buildPerson({ address: null });
    const reply = await portal.call(endpoint, { body: { code: 'NONE' }, token });
    expect([reply.status, reply.refusal.message]).toEqual([
      403,
      '請先確實填寫個人資料，完成後才能進行其他操作',
    ]);
  });
});

const withCode = [
  contract.precheck,
  contract.enrol,
  contract.registrationInfo,
  contract.cancelRegistration,
] as const;

describe.each(withCode.map((endpoint) => [endpoint.path, endpoint] as const))('%s', (_, endpoint) => {
  test.each<[string, unknown]>([
    ['no body', undefined],
    ['no code', {}],
    ['null', { code: null }],
    ['a number', { code: 1 }],
    ['a list', { code: ['A'] }],
    ['an object', { code: { $ne: '' } }],
    ['an empty code', { code: '' }],
    ['NUL', { code: 'A\u0000B' }],
    ['a lone surrogate', { code: '\ud800' }],
    ['a path', { code: '../x' }],
    ['a long code', { code: 'A'.repeat(41) }],
  ])('finds no class by %s and names the field that the screen shows', async (_name, body) => {
    const { token } = await buildPerson();
    const reply = await portal.call(endpoint, { body, token });
    expect(reply.status).toBe(422);
    expect(reply.refusal.errors).toEqual({ code: ['查無此課程'], Class: ['查無此課程'] });
  });

  test('finds no class by an unknown code', async () => {
    const { token } = await buildPerson();
    const reply = await portal.call(endpoint, { body: { code: 'NONE' }, token });
    expect(reply.status).toBe(422);
    expect(reply.refusal).toEqual({ message: '查無此課程', errors: { Class: ['查無此課程'] } });
  });
});

describe('precheck and enrol', () => {
  test('answer with the code', async () => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    const body = { code: trainingClass.code };
    expect((await portal.call(contract.precheck, { body, token })).answer).toEqual({
      ...body,
      same_hours: [],
    });
    expect(await seatsIn(trainingClass)).toEqual([]);
    expect((await portal.call(contract.enrol, { body, token })).answer).toEqual(body);
    expect(await seatsIn(trainingClass)).toEqual([{ accountId: account.id, state: 'pending' }]);
  });

  test('the precheck names other classes of the person at the same hours', async () => {
    const [{ account, token }, other] = [await buildPerson(), await buildPerson()];
    const at = (day: string) => buildClass(portal.db, { startTime: new Date(`${day}T09:00:00+08:00`) });
    const [wanted, same, given, later] = [
      await at('2026-12-24'),
      await at('2026-12-24'),
      await at('2026-12-24'),
      await at('2026-12-25'),
    ];
    for (const trainingClass of [same, later])
      await buildRegistration(portal.db, { class: trainingClass, account });
    await buildRegistration(portal.db, { class: given, account, state: 'cancelled' });
    await buildRegistration(portal.db, { class: given, account: other.account });
    const body = { code: wanted.code };
    expect((await portal.call(contract.precheck, { body, token })).answer).toEqual({
      ...body,
      same_hours: [{ code: same.code, train: '基本救命術訓練', start_time: '2026-12-24T09:00:00+08:00' }],
    });
  });

  test.each([
    [contract.precheck.path, contract.precheck],
    [contract.enrol.path, contract.enrol],
  ] as const)('%s gives the reason in the field Class', async (_, endpoint) => {
    const trainingClass = await buildFullClass(portal.db);
    const { token } = await buildPerson();
    const reply = await portal.call(endpoint, { body: { code: trainingClass.code }, token });
    expect([reply.status, reply.refusal.errors]).toEqual([422, { Class: ['本課程名額已滿'] }]);
  });

  test('a second call is told that the person has enrolled already', async () => {
    const [trainingClass, { token }] = [await buildClass(portal.db), await buildPerson()];
    await portal.call(contract.enrol, { body: { code: trainingClass.code }, token });
    const reply = await portal.call(contract.enrol, { body: { code: trainingClass.code }, token });
    expect(reply.refusal.errors).toEqual({ Class: ['您已報名本課程，請勿重複報名'] });
  });

  test('a repeat with the same key gets the first answer', async () => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    const [body, headers] = [{ code: trainingClass.code }, { 'idempotency-key': 'press-1' }];
    const first = await portal.call(contract.enrol, { body, token, headers });
    const second = await portal.call(contract.enrol, { body, token, headers });
    expect([first.status, second.status, second.answer]).toEqual([200, 200, first.answer]);
    expect(await seatsIn(trainingClass)).toEqual([{ accountId: account.id, state: 'pending' }]);
  });

  test.each([
    ['too long', 'k'.repeat(201)],
    ['two keys in one', 'press-1, press-2'],
    ['not ASCII', '\u00e9'],
  ])('an invalid key enrols nobody: %s', async (_, key) => {
    const [trainingClass, { token }] = [await buildClass(portal.db), await buildPerson()];
    const [body, headers] = [{ code: trainingClass.code }, { 'idempotency-key': key }];
    expect((await portal.call(contract.enrol, { body, token, headers })).status).toBe(400);
    expect(await seatsIn(trainingClass)).toEqual([]);
  });

  test.each([
    ['a key of 200 characters is valid: a repeat succeeds', 'k'.repeat(200), 200],
    ['an empty key is no key: a repeat is refused', '', 422],
  ])('%s', async (_, key, status) => {
    const [trainingClass, { token }] = [await buildClass(portal.db), await buildPerson()];
    const [body, headers] = [{ code: trainingClass.code }, { 'idempotency-key': key }];
    expect((await portal.call(contract.enrol, { body, token, headers })).status).toBe(200);
    expect((await portal.call(contract.enrol, { body, token, headers })).status).toBe(status);
  });

  test('a refusal is not stored for its key', async () => {
    const trainingClass = await buildFullClass(portal.db);
    const { token } = await buildPerson();
    const [body, headers] = [{ code: trainingClass.code }, { 'idempotency-key': 'press-2' }];
    expect((await portal.call(contract.enrol, { body, token, headers })).status).toBe(422);
    await portal.db.update(classes).set({ limitNumber: 2 }).where(eq(classes.id, trainingClass.id));
    expect((await portal.call(contract.enrol, { body, token, headers })).status).toBe(200);
  });
});

describe('the registration info', () => {
  const info = (token: string, trainingClass: { code: string }, query: Record<string, string> = {}) =>
    portal.call(contract.registrationInfo, { body: { code: trainingClass.code }, query, token });

  const buildPayable = (overrides: { bankAccountId?: number } = {}) =>
    buildClass(portal.db, {
      ...overrides,
      startTime: new Date('2026-12-31T01:00:00Z'),
      paidHtml: '<p onclick="x()">請匯款至 <strong>123</strong></p><script>alert(1)</script>',
      // Stored by an older version or a restored backup; cleaned on the way out.
      info: '<p onclick="x()">請攜帶<em>證件</em></p><script>alert(1)</script>',
    });

  test.each<[State, boolean]>([
    ['pending', false],
    ['unpaid', true],
    ['reported', true],
    ['confirmed', true],
  ])('of a %s registration has enable %s', async (state, enable) => {
    const { id: bankAccountId, bank, holder, number } = await buildBankAccount(portal.db);
    const [trainingClass, { account, token }] = [await buildPayable({ bankAccountId }), await buildPerson()];
    await buildRegistration(portal.db, { class: trainingClass, account, state, paymentDue: '2026-11-30' });
    expect((await info(token, trainingClass)).answer).toEqual({
      enable,
      organization: '臺北市分會',
      code: trainingClass.code,
      train: '基本救命術訓練',
      start_time: '2026-12-31T09:00:00+08:00',
      number: 1,
      unpaid: state === 'unpaid' ? 1 : 0,
      paid_html: enable ? '<p>請匯款至 <strong>123</strong></p>' : null,
      info: enable ? '<p>請攜帶<em>證件</em></p>' : null,
      paid: state === 'confirmed' ? 1 : state === 'reported' ? null : 0,
      situation: state,
      group_code: null,
      place: trainingClass.place,
      end_time: null,
      payment_days: 7,
      fee: 1500,
      amount: state === 'unpaid' ? 1500 : 0,
      payment_due: state === 'unpaid' ? '2026-11-30' : null,
      overdue: state === 'unpaid',
      bank_account: enable ? { bank, holder, number } : null,
      confirm_by: null,
    });
  });

  test('without further instructions leaves them out', async () => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
    expect((await info(token, trainingClass)).answer).toMatchObject({
      enable: true,
      paid_html: '',
      info: null,
    });
  });

  const rejected = '您的報名資格不符，原因請見報名繳費紀錄；補正後可重新報名';

  test.each<[string, State[], string]>([
    ['a cancelled registration says that the person has not enrolled', ['cancelled'], '您尚未報名本課程'],
    ['a rejected registration says so', ['rejected'], rejected],
    ['a second rejection says so', ['cancelled', 'rejected'], rejected],
    [
      'a cancellation after a rejection says that the person has not enrolled',
      ['rejected', 'cancelled'],
      '您尚未報名本課程',
    ],
  ])('of %s', async (_, states, text) => {
    const [trainingClass, { account, token }] = [await buildPayable(), await buildPerson()];
    for (const state of states) await buildRegistration(portal.db, { class: trainingClass, account, state });
    const reply = await info(token, trainingClass);
    expect([reply.status, reply.refusal.errors]).toEqual([422, { Class: [text] }]);
  });

  test('of an unpublished class answers only people with a registration in it', async () => {
    const trainingClass = await buildClass(portal.db, { publishedAt: null, paidHtml: '<p>請匯款</p>' });
    const [seated, refused, other] = [await buildPerson(), await buildPerson(), await buildPerson()];
    await buildRegistration(portal.db, { class: trainingClass, account: seated.account, state: 'unpaid' });
    await buildRegistration(portal.db, { class: trainingClass, account: refused.account, state: 'rejected' });
    expect((await info(seated.token, trainingClass)).answer).toMatchObject({ paid_html: '<p>請匯款</p>' });
    expect((await info(refused.token, trainingClass)).refusal.errors).toEqual({ Class: [rejected] });
    expect((await info(other.token, trainingClass)).refusal.errors).toEqual({ Class: ['查無此課程'] });
  });

  test('shows nobody the registrations of others', async () => {
    const [trainingClass, { token }, other] = [
      await buildPayable(),
      await buildPerson(),
      await buildPerson(),
    ];
    await buildRegistration(portal.db, { class: trainingClass, account: other.account, state: 'unpaid' });
    expect((await info(token, trainingClass)).refusal.errors).toEqual({ Class: ['您尚未報名本課程'] });
  });

  test('counts the seats of a managed group and their fees', async () => {
    const [trainingClass, group] = [await buildPayable(), await buildGroup(portal.db)];
    const [manager, member, refused] = [await buildPerson(), await buildPerson(), await buildPerson()];
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    for (const { account } of [member, refused]) await buildMembership(portal.db, { group, account });
    await buildRegistration(portal.db, { class: trainingClass, account: manager.account, group });
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: member.account,
      group,
      state: 'unpaid',
    });
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: refused.account,
      group,
      state: 'rejected',
    });
    const ofGroup = { enable: true, number: 2, unpaid: 1, group_code: group.code };
    expect((await info(manager.token, trainingClass)).answer).toMatchObject(ofGroup);
    const ofMember = { enable: true, number: 1, group_code: null };
    expect((await info(member.token, trainingClass)).answer).toMatchObject(ofMember);
  });

  test('is about the caller’s own seat, or the named group', async () => {
    const [trainingClass, group] = [await buildPayable(), await buildGroup(portal.db)];
    const [manager, member] = [await buildPerson(), await buildPerson()];
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group, account: member.account });
    await buildRegistration(portal.db, { class: trainingClass, account: manager.account });
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: member.account,
      group,
      state: 'unpaid',
    });
    const { token } = manager;
    const own = { enable: false, number: 1, group_code: null };
    expect((await info(token, trainingClass)).answer).toMatchObject(own);
    const ofGroup = { enable: true, group_code: group.code };
    expect((await info(token, trainingClass, { group: group.code })).answer).toMatchObject(ofGroup);
    expect((await info(member.token, trainingClass, { group: group.code })).status).toBe(422);
  });

  test.each(['\u0000', 'x'.repeat(41)])('refuses an invalid group code', async (group) => {
    const [trainingClass, { token }] = [await buildPayable(), await buildPerson()];
    expect((await info(token, trainingClass, { group })).status).toBe(422);
  });
});

describe('the list of records', () => {
  const records = async (token: string) => (await portal.call(contract.records, { token })).answer;

  test('of a new trainee is empty', async () => {
    const { token } = await buildPerson();
    expect(await records(token)).toEqual({ FinishRecords: [], UncheckedRecords: [] });
  });

  test('shows all fields of a registration', async () => {
    const trainingClass = await buildClass(portal.db, { startTime: new Date('2026-12-31T01:00:00Z') });
    const { account, token } = await buildPerson();
    const { id } = await buildRegistration(portal.db, {
      class: trainingClass,
      account,
      state: 'rejected',
      reason: '未檢附基本救命術證書',
    });
    expect(await records(token)).toEqual({
      FinishRecords: [],
      UncheckedRecords: [
        {
          id,
          organization: '臺北市分會',
          code: trainingClass.code,
          train: '基本救命術訓練',
          start_time: '2026-12-31T09:00:00+08:00',
          started: false,
          group: null,
          group_code: null,
          enable: 0,
          paid: 0,
          situation: 'rejected',
          reason: '未檢附基本救命術證書',
          last_rejection: null,
          can_see_payment: false,
          can_report_payment: false,
          can_cancel: true,
          can_edit_roster: false,
          can_enrol_again: true,
          can_check_in: false,
          number: 1,
          place: trainingClass.place,
          end_time: null,
          contact_name: trainingClass.contactName,
          contact_phone: trainingClass.contactPhone,
          payment_days: 7,
          fee: 1500,
          unpaid: 0,
          amount: 0,
          payment_due: null,
          overdue: false,
          unpaid_people: [],
          pending: 0,
          reported_people: 0,
          confirmed: 0,
          documents: null,
          reported: null,
          shortfall: null,
          confirm_by: null,
        },
      ],
    });
  });

  test('shows what came and what goes back, and nothing while no money came', async () => {
    const { account, token } = await buildPerson();
    const shown = async () => {
      const { FinishRecords, UncheckedRecords } = await records(token);
      return [...FinishRecords, ...UncheckedRecords].map((record) => record.account);
    };
    const seat = { class: await buildClass(portal.db), account };
    await buildRegistration(portal.db, { ...seat, state: 'unpaid' });
    expect(await shown()).toEqual([undefined]);
    const registration = await buildRegistration(portal.db, {
      class: await buildClass(portal.db),
      account,
      state: 'confirmed',
    });
    await buildRefund(portal.db, { registration, amount: 300 });
    expect(await shown()).toEqual(
      expect.arrayContaining([
        undefined,
        { received: 1800, paid_on: '2026-12-01', missing: 0, refund_due: 300, refunded: 0 },
      ]),
    );
  });

  /** A member and a manager of a group, a class for the member and a later one for the group. */
  const buildOwnAndGroupClass = async () => {
    const [manager, { account, token }] = [await buildPerson(), await buildPerson()];
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group, account });
    const own = await buildClass(portal.db, { startTime: inDays(20) });
    const ofGroup = await buildClass(portal.db, { startTime: inDays(21) });
    return { manager, account, token, group, own, ofGroup };
  };

  test('shows the last payment report while it is under review, and to nobody but the reporter', async () => {
    const { manager, account, token, group, own, ofGroup } = await buildOwnAndGroupClass();
    await buildRegistration(portal.db, { class: own, account, state: 'unpaid' });
    await buildRegistration(portal.db, { class: ofGroup, account, group, state: 'unpaid' });
    const reportedOf = async (viewer: string) =>
      (await records(viewer)).UncheckedRecords.map(({ reported }) => reported);
    expect(await reportedOf(token)).toEqual([null, null]);

    const shown = { paid_time: '2026-11-01', last_five: '00042' };
    const report = (code: string, sender: string, paid_money: number, query = {}) =>
      portal.call(reportPayment, {
        params: { code },
        query,
        body: { ...shown, paid_name: '林怡君', paid_money },
        token: sender,
      });
    await report(own.code, token, 400);
    await report(own.code, token, 500);
    await report(ofGroup.code, manager.token, 1500, { group: group.code });
    expect(await reportedOf(token)).toEqual([{ ...shown, paid_money: 500 }, null]);
    expect(await reportedOf(manager.token)).toEqual([{ ...shown, paid_money: 1500 }]);
  });

  test('shows what a report lacks of what is due, to nobody but the reporter', async () => {
    const { manager, account, token, group, own, ofGroup } = await buildOwnAndGroupClass();
    const seat = { account, state: 'unpaid', paymentDue: '2026-12-07' } as const;
    await buildRegistration(portal.db, { ...seat, class: own });
    await buildRegistration(portal.db, { ...seat, class: ofGroup, group });
    const shortfallsOf = async (viewer: string) =>
      (await records(viewer)).UncheckedRecords.map(({ shortfall }) => shortfall);
    expect(await shortfallsOf(token)).toEqual([null, null]);

    const remittance = { paid_time: '2026-11-01', last_five: '00042', paid_name: '林怡君', paid_money: 1400 };
    const report = (code: string, sender: string, query = {}) =>
      portal.call(reportPayment, { params: { code }, query, body: remittance, token: sender });
    await report(own.code, token);
    await report(ofGroup.code, manager.token, { group: group.code });
    const shortfall = { reported: 1400, due: 1500, missing: 100, payment_due: '2026-12-07', overdue: false };
    expect(await shortfallsOf(token)).toEqual([shortfall, null]);
    expect(await shortfallsOf(manager.token)).toEqual([shortfall]);
  });

  test.each<[State, number, 'FinishRecords' | 'UncheckedRecords' | null, object]>([
    ['pending', 1, 'UncheckedRecords', { enable: null, paid: 0 }],
    ['rejected', 1, 'UncheckedRecords', { enable: 0, paid: 0 }],
    ['unpaid', 1, 'UncheckedRecords', { enable: 1, paid: 0 }],
    ['reported', 1, 'UncheckedRecords', { enable: 1, paid: null }],
    ['confirmed', 1, 'FinishRecords', { enable: 1, paid: 1 }],
    ['confirmed', 0, 'FinishRecords', { enable: 1, paid: 1 }],
    ['unpaid', -1, 'UncheckedRecords', { enable: 1, paid: 0 }],
    ['confirmed', -1, null, {}],
    ['cancelled', 1, null, {}],
  ])('lists a %s registration, starting in %i days, under %s', async (state, days, list, pair) => {
    const trainingClass = await buildClass(portal.db, { startTime: inDays(days) });
    const { account, token } = await buildPerson();
    await buildRegistration(portal.db, { class: trainingClass, account, state });
    const { FinishRecords, UncheckedRecords } = await records(token);
    const found = { FinishRecords, UncheckedRecords };
    const record = { code: trainingClass.code, situation: state, started: days <= 0, ...pair };
    const expected = list ? { [list]: [record] } : {};
    expect(found).toMatchObject({ FinishRecords: [], UncheckedRecords: [], ...expected });
  });

  test.each<[State, number]>([
    ['pending', 1],
    ['rejected', 1],
    ['unpaid', 1],
    ['reported', 1],
    ['pending', 0],
    ['unpaid', -1],
  ])(
    'can_cancel of a %s registration, in a class that starts in %i days, agrees with the answer of the cancellation',
    async (state, days) => {
      const trainingClass = await buildClass(portal.db, { startTime: inDays(days) });
      const { account, token } = await buildPerson();
      await buildRegistration(portal.db, { class: trainingClass, account, state });
      const [record] = (await records(token)).UncheckedRecords;
      const { status } = await portal.call(contract.cancelRegistration, {
        body: { code: trainingClass.code },
        token,
      });
      expect(record?.can_cancel).toBe(status === 200);
    },
  );

  test('is sorted by start and code and leaves out other people', async () => {
    const { account, token } = await buildPerson();
    const stranger = await buildAccount(portal.db);
    const starts = [
      ['ORDER-C', 2],
      ['ORDER-B', 1],
      ['ORDER-A', 2],
    ] as const;
    for (const [code, days] of starts) {
      const trainingClass = await buildClass(portal.db, { code, startTime: inDays(days) });
      await buildRegistration(portal.db, { class: trainingClass, account: stranger });
      await buildRegistration(portal.db, { class: trainingClass, account });
    }
    const { UncheckedRecords } = await records(token);
    expect(UncheckedRecords.map(({ code }) => code)).toEqual(['ORDER-B', 'ORDER-A', 'ORDER-C']);
  });

  test('a person who enrols again sees why the last registrations were rejected until the review', async () => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    const other = await buildPerson();
    const rejected = { class: trainingClass, account, state: 'rejected' } as const;
    await buildRegistration(portal.db, { ...rejected, reason: '年齡不符' });
    await buildRegistration(portal.db, { ...rejected, reason: '未檢附證書' });
    await buildRegistration(portal.db, { ...rejected, account: other.account, reason: '他人的原因' });
    await buildRegistration(portal.db, {
      ...rejected,
      class: await buildClass(portal.db),
      reason: '他班的原因',
    });
    await buildRegistration(portal.db, { class: trainingClass, account });
    await buildRegistration(portal.db, { class: trainingClass, account: other.account, state: 'unpaid' });
    const shown = async (of: string) =>
      (await records(of)).UncheckedRecords.find(({ code }) => code === trainingClass.code)?.last_rejection;
    expect(await shown(token)).toBe('未檢附證書');
    expect(await shown(other.token)).toBeNull();
  });

  test('a rejected record disappears for good when the person enrols again', async () => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    await buildRegistration(portal.db, { class: trainingClass, account, state: 'rejected' });
    await portal.call(contract.enrol, { body: { code: trainingClass.code }, token });
    expect((await records(token)).UncheckedRecords).toMatchObject([
      { code: trainingClass.code, enable: null },
    ]);
    await portal.call(contract.cancelRegistration, { body: { code: trainingClass.code }, token });
    expect(await records(token)).toEqual({ FinishRecords: [], UncheckedRecords: [] });
  });

  describe('the registrations of a group', () => {
    const buildTeam = async (size: number) => {
      const group = await buildGroup(portal.db);
      const manager = await buildPerson();
      await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
      const members = [];
      for (let n = 0; n < size; n++) {
        const member = await buildPerson({ chineseName: `隊員${n + 1}` });
        await buildMembership(portal.db, { group, account: member.account });
        members.push(member);
      }
      return { group, manager, members };
    };

    const seat = async (
      trainingClass: { id: number },
      group: { id: number },
      people: readonly { account: { id: number } }[],
      states: readonly (State | [State, string])[],
    ) => {
      const ids = [];
      for (const [n, entry] of states.entries()) {
        const account = people[n]?.account;
        if (!account) throw new Error('too small a team');
        const [state, reason = null] = typeof entry === 'string' ? [entry] : entry;
        ids.push(
          (await buildRegistration(portal.db, { class: trainingClass, account, group, state, reason })).id,
        );
      }
      return ids;
    };

    test('are one record for its manager, which includes their own seat', async () => {
      const { group, manager, members } = await buildTeam(2);
      const trainingClass = await buildClass(portal.db);
      const [first] = await seat(
        trainingClass,
        group,
        [manager, ...members],
        ['pending', 'unpaid', 'confirmed'],
      );
      expect(await records(manager.token)).toMatchObject({
        FinishRecords: [],
        UncheckedRecords: [
          {
            id: first,
            code: trainingClass.code,
            group: group.name,
            group_code: group.code,
            enable: 1,
            paid: 0,
            situation: 'unpaid',
            can_report_payment: true,
            can_cancel: false,
            can_edit_roster: true,
          },
        ],
      });
    });

    test.each<[own: State, has: boolean]>([
      ['confirmed', true],
      ['reported', false],
    ])('have a check-in code for a manager whose own seat is %s: %s', async (own, has) => {
      const { group, manager, members } = await buildTeam(1);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, [manager, ...members], [own, 'confirmed']);
      const { FinishRecords, UncheckedRecords } = await records(manager.token);
      expect([...FinishRecords, ...UncheckedRecords].map(({ can_check_in }) => can_check_in)).toEqual([has]);
    });

    test('have no check-in code for a manager without a seat', async () => {
      const { group, manager, members } = await buildTeam(1);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, ['confirmed']);
      const { FinishRecords } = await records(manager.token);
      expect(FinishRecords).toMatchObject([{ group_code: group.code, can_check_in: false }]);
    });

    test.each<[(State | [State, string])[], object, string | null]>([
      [['confirmed', 'pending', 'reported', 'unpaid'], { enable: 1, paid: 0 }, null],
      [['confirmed', 'pending', 'reported'], { enable: 1, paid: null }, null],
      [['confirmed', 'pending'], { enable: null, paid: 0 }, null],
      [
        ['pending', ['rejected', '年齡不符'], ['rejected', '未檢附證書']],
        { enable: null, paid: 0 },
        '資格不符：隊員2（年齡不符）、隊員3（未檢附證書）',
      ],
      [[['rejected', '年齡不符'], 'cancelled'], { enable: 0, paid: 0 }, '隊員1（年齡不符）'],
      [
        [
          ['unpaid', '查無匯款'],
          ['unpaid', '查無匯款'],
          ['rejected', '年齡不符'],
        ],
        { enable: 1, paid: 0 },
        '查無匯款；資格不符：隊員3（年齡不符）',
      ],
    ])('of %j shows what needs action first', async (states, pair, reason) => {
      const { group, manager, members } = await buildTeam(states.length);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, states);
      const { FinishRecords, UncheckedRecords } = await records(manager.token);
      expect(FinishRecords).toEqual([]);
      expect(UncheckedRecords).toMatchObject([{ group_code: group.code, ...pair, reason }]);
    });

    test('name who has to pay, also those who have left, and count the others by state', async () => {
      const { group, manager, members } = await buildTeam(7);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, [
        ...(['unpaid', 'pending', 'confirmed', 'unpaid'] as const),
        ...(['reported', 'reported', 'confirmed'] as const),
      ]);
      await portal.db
        .update(memberships)
        .set({ leftAt: NOW })
        .where(eq(memberships.accountId, members[3]?.account.id ?? 0));
      expect((await records(manager.token)).UncheckedRecords).toMatchObject([
        {
          unpaid: 2,
          unpaid_people: [
            { name: '隊員1', has_left: false },
            { name: '隊員4', has_left: true },
          ],
          pending: 1,
          reported_people: 2,
          confirmed: 2,
        },
      ]);
      const [first] = members;
      expect((await records(first?.token ?? '')).UncheckedRecords).toMatchObject([
        { group: group.name, group_code: null, unpaid: 1, unpaid_people: [], pending: 0, confirmed: 0 },
      ]);
    });

    test('are finished when all that hold a seat are confirmed; the rejected people are named', async () => {
      const { group, manager, members } = await buildTeam(3);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, ['confirmed', 'confirmed', ['rejected', '年齡不符']]);
      expect(await records(manager.token)).toMatchObject({
        FinishRecords: [
          { group_code: group.code, enable: 1, paid: 1, reason: '資格不符：隊員3（年齡不符）' },
        ],
        UncheckedRecords: [],
      });
    });

    test('are in neither list once finished and started', async () => {
      const { group, manager, members } = await buildTeam(2);
      const trainingClass = await buildClass(portal.db, { startTime: inDays(-1) });
      await seat(trainingClass, group, members, ['confirmed', 'rejected']);
      expect(await records(manager.token)).toEqual({ FinishRecords: [], UncheckedRecords: [] });
    });

    test('stay after the start while somebody has not paid', async () => {
      const { group, manager, members } = await buildTeam(2);
      const trainingClass = await buildClass(portal.db, { startTime: inDays(-1) });
      await seat(trainingClass, group, members, ['confirmed', 'unpaid']);
      expect((await records(manager.token)).UncheckedRecords).toMatchObject([{ enable: 1, paid: 0 }]);
    });

    test('disappear with the last registration', async () => {
      const { group, manager, members } = await buildTeam(2);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, ['cancelled', 'cancelled']);
      expect(await records(manager.token)).toEqual({ FinishRecords: [], UncheckedRecords: [] });
    });

    test('leave out people who enrolled again personally', async () => {
      const { group, manager, members } = await buildTeam(2);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, ['confirmed', ['rejected', '年齡不符']]);
      const again = members[1];
      await portal.call(contract.enrol, {
        body: { code: trainingClass.code },
        ...(again && { token: again.token }),
      });
      expect((await records(manager.token)).FinishRecords).toMatchObject([{ reason: null }]);
    });

    test('show an ordinary member only their own, without the group’s code', async () => {
      const { group, members } = await buildTeam(2);
      const trainingClass = await buildClass(portal.db);
      const [own] = await seat(trainingClass, group, members, ['unpaid', 'pending']);
      expect((await records(members[0]?.token ?? '')).UncheckedRecords).toMatchObject([
        { id: own, group: group.name, group_code: null, enable: 1, paid: 0, can_cancel: true },
      ]);
    });

    test('stand beside a personal registration of the manager in the same class', async () => {
      const { group, manager, members } = await buildTeam(1);
      const trainingClass = await buildClass(portal.db);
      await seat(trainingClass, group, members, ['unpaid']);
      await buildRegistration(portal.db, { class: trainingClass, account: manager.account });
      const { UncheckedRecords } = await records(manager.token);
      expect(UncheckedRecords.map((row) => [row.group, row.group_code])).toEqual([
        [group.name, group.code],
        [null, null],
      ]);
    });

    test('are separate for each group and class', async () => {
      const one = await buildTeam(1);
      const other = await buildTeam(1);
      await buildMembership(portal.db, { group: other.group, account: one.manager.account, role: 'manager' });
      const trainingClass = await buildClass(portal.db, { startTime: inDays(2) });
      const later = await buildClass(portal.db, { startTime: inDays(3) });
      await seat(trainingClass, one.group, one.members, ['unpaid']);
      await seat(trainingClass, other.group, other.members, ['pending']);
      await seat(later, one.group, one.members, ['pending']);
      const { UncheckedRecords } = await records(one.manager.token);
      expect(UncheckedRecords.map((row) => [row.code, row.group_code])).toEqual([
        [trainingClass.code, one.group.code],
        [trainingClass.code, other.group.code],
        [later.code, one.group.code],
      ]);
    });
  });
});

describe('cancelling', () => {
  test('answers with the code and gives back the seat', async () => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    await buildRegistration(portal.db, { class: trainingClass, account });
    const reply = await portal.call(contract.cancelRegistration, {
      body: { code: trainingClass.code },
      token,
    });
    expect([reply.status, reply.answer]).toEqual([200, { code: trainingClass.code }]);
    expect(await seatsIn(trainingClass)).toEqual([{ accountId: account.id, state: 'cancelled' }]);
  });

  test.each<[State, string]>([
    ['reported', '繳費審查中，無法取消報名'],
    ['confirmed', '已完成繳費，無法取消報名，請洽主辦分會'],
    ['cancelled', '查無此報名紀錄'],
  ])('a %s registration is refused: %s', async (state, text) => {
    const [trainingClass, { account, token }] = [await buildClass(portal.db), await buildPerson()];
    await buildRegistration(portal.db, { class: trainingClass, account, state });
    const reply = await portal.call(contract.cancelRegistration, {
      body: { code: trainingClass.code },
      token,
    });
    expect([reply.status, reply.refusal.errors]).toEqual([422, { Class: [text] }]);
    expect(await seatsIn(trainingClass)).toEqual([{ accountId: account.id, state }]);
  });
});
