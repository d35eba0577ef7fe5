import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import * as payments from '@portal/contract/office/payments';
import * as refundCalls from '@portal/contract/office/refunds';
import * as statements from '@portal/contract/office/statements';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodeBig5 } from '../../demo/big5.ts';
import { fill, NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildBankAccount, buildClass } from '../../test/factories/catalogue.ts';
import { buildPaymentReport, buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { multipart } from '../../test/multipart.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';
import { paymentReports } from './tables.ts';

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const staff = await buildStaff(portal.db, { grants: [grant('cashier')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) };
});
afterAll(() => portal.close());

interface Input {
  readonly params?: Record<string, string>;
  readonly body?: object;
}

const call = async <const E extends Endpoint>(endpoint: E, { params, body }: Input): Promise<AnswerOf<E>> => {
  const response = await portal.app.inject({
    method: endpoint.method,
    url: fill(endpoint.path, params),
    headers,
    ...(body && { payload: body }),
  });
  expect([response.statusCode, response.body.slice(0, 200)]).toEqual([200, expect.anything()]);
  return response.json();
};

const upload = async <const E extends Endpoint>(
  endpoint: E,
  id: number,
  bytes: Buffer,
  fields: Record<string, string> = {},
): Promise<{ status: number; answer: AnswerOf<E> }> => {
  const form = await multipart({ fields, file: { bytes, name: '十二月.csv', type: 'text/csv' } });
  const response = await portal.app.inject({
    method: 'POST',
    url: fill(endpoint.path, { id: `${id}` }),
    headers: { ...headers, ...form.headers },
    payload: form.body,
  });
  return { status: response.statusCode, answer: response.json() };
};

/** Somebody who reported 1,500 dollars from an account with these digits. */
const buildReported = async (opening: { id: number }, name: string, lastFive: string, paidMoney = 1500) => {
  const account = await buildAccount(portal.db, { chineseName: name });
  const registration = await buildRegistration(portal.db, { class: opening, account, state: 'unpaid' });
  const { id } = registration;
  await portal.db.update(registrations).set({ state: 'reported' }).where(eq(registrations.id, id));
  const event = {
    registrationId: id,
    at: NOW,
    actor: `account:${account.id}`,
    action: 'payment.report',
  } as const;
  await portal.db.insert(registrationEvents).values({ ...event, fromState: 'unpaid', toState: 'reported' });
  const report = await buildPaymentReport(portal.db, { registration, account });
  const values = { lastFive, paidMoney, paidName: name };
  await portal.db.update(paymentReports).set(values).where(eq(paymentReports.id, report.id));
  return id;
};

const csv = [
  '帳戶明細查詢',
  '交易日期,摘要,支出金額,存入金額,餘額,轉出帳號,戶名',
  '115/11/30,跨行轉入,,"1,500",,="0081234511111",王小明',
  '115/11/30,跨行轉入,,"1,500",,222,李美玲',
  '115/11/30,跨行轉入,,"1,500",,="0081234533333",張志豪',
  '115/12/01,跨行轉入,,"1,500",,="0081234533333",張志豪',
  '115/11/30,跨行轉入,,"1,000",,="0081234544444",陳怡君',
  '115/11/30,跨行轉入,,"3,000",,="0081234555555",林建宏',
  '115/11/30,存款息,,31,,,',
  '115/11/30,場地費,"8,000",,,,',
  '合計,,"8,000","10,031",,,',
  '',
].join('\r\n');

test('a Big5 statement with a dropped zero, a double, a short payment and a sum is brought to no open lines', async () => {
  const account = await buildBankAccount(portal.db);
  const opening = await buildClass(portal.db, { bankAccountId: account.id, fee: 1500 });
  const wang = await buildReported(opening, '王小明', '11111');
  const li = await buildReported(opening, '李美玲', '00222');
  const zhang = await buildReported(opening, '張志豪', '33333');
  const chen = await buildReported(opening, '陳怡君', '44444', 1000);
  const couple = [
    await buildReported(opening, '林建宏', '55555', 3000),
    await buildReported(opening, '許雅雯', '55555', 3000),
  ];
  const params = { id: `${account.id}` };
  const bytes = encodeBig5(csv);

  const preview = (await upload(statements.previewStatement, account.id, bytes)).answer;
  expect([preview.shape.encoding, preview.shape.dates, preview.counts]).toEqual([
    'big5',
    'minguo',
    { total: 8, deposits: 7, aside: 1, known: 0, faults: 0 },
  ]);
  const shape = JSON.stringify(preview.shape);
  const imported = await upload(statements.importStatement, account.id, bytes, { shape });
  expect(imported.answer).toMatchObject({ added: 8, known: 0, aside: 1 });
  expect((await upload(statements.importStatement, account.id, bytes, { shape })).status).toBe(409);

  const piles = await call(statements.statementPiles, { params });
  expect(piles.counts).toEqual({ certain: 1, possible: 5, lines: 1, reports: 0 });
  const confirmed = await call(payments.confirmCertain, { params, body: { pairs: piles.certain } });
  expect(confirmed.results.map(({ done }) => done)).toEqual([true]);

  const lineOf = (amount: number, digits: string, at = 0) =>
    piles.allLines.filter((line) => line.amount === amount && line.digits === digits)[at]?.id ?? 0;
  const confirm = (lineIds: number[], registrationIds: number[], difference = 0) =>
    call(payments.confirmPayment, { body: { lineIds, registrationIds, received: null, difference } });
  await confirm([lineOf(1500, '222')], [li]);
  await confirm([lineOf(3000, '55555')], couple);
  await confirm([lineOf(1500, '33333')], [zhang]);

  const after = await call(statements.statementPiles, { params });
  const paidBefore = after.lines.flatMap(({ paid }) => paid?.registrations ?? []);
  expect(paidBefore).toEqual([{ id: zhang, name: '張志豪', code: opening.code }]);
  const surplus = { lineIds: [lineOf(1500, '33333', 1)], registrationId: zhang, reason: '重複匯款' };
  await call(payments.takeSurplus, { body: surplus });
  const partial = { lineIds: [lineOf(1000, '44444')], registrationIds: [chen], missing: 500 };
  await call(payments.keepPartial, { body: partial });
  const interest = piles.allLines.find(({ amount }) => amount === 31)?.id;
  await call(statements.setLineAside, { params: { id: `${interest}` }, body: { reason: '利息' } });

  const done = await call(statements.statementPiles, { params });
  expect(done.counts).toEqual({ certain: 0, possible: 0, lines: 0, reports: 0 });
  const states = await portal.db.select().from(registrations).where(eq(registrations.classId, opening.id));
  const stateOf = new Map(states.map(({ id, state }) => [id, state]));
  expect([wang, li, zhang, chen, ...couple].map((id) => stateOf.get(id))).toEqual([
    ...['confirmed', 'confirmed', 'confirmed', 'unpaid', 'confirmed', 'confirmed'],
  ]);

  const sheet = await call(statements.daySheet, { params });
  expect(sheet.until).toBe('2026-12-01');
  const whole = await portal.app.inject({
    url: `${fill(statements.daySheet.path, params)}?from=2026-11-30&until=2026-12-01`,
    headers,
  });
  const { total } = whole.json<AnswerOf<typeof statements.daySheet>>();
  const { all, ...others } = total;
  const sumOf = (what: 'count' | 'sum') => Object.values(others).reduce((sum, each) => sum + each[what], 0);
  expect([sumOf('count'), sumOf('sum')]).toEqual([all.count, all.sum]);
  expect(total.open).toEqual({ count: 0, sum: 0 });
});

test.each([
  [refundCalls.changeRefund, { amount: 100, before: 200, reason: '扣手續費' }],
  [refundCalls.payRefund, { amount: 200, paidOn: '2026-12-01', reference: 'A1' }],
  [refundCalls.waiveRefund, { reason: '捐贈' }],
] as const)('$path asks for the second factor again after ten minutes', async (endpoint, body) => {
  const staff = await buildStaff(portal.db, { grants: [grant('cashier')] });
  const send = async (minutes: number) => {
    const confirmedAt = new Date(NOW.getTime() - minutes * 60_000);
    const cookie = await enterOffice(portal.db, staff, { confirmedAt });
    const own = { 'sec-fetch-site': 'same-origin', cookie };
    return portal.call(endpoint, { params: { id: '999999' }, headers: own, body });
  };
  expect((await send(9)).status).toBe(404);
  const late = await send(11);
  expect([late.status, late.refusal.message]).toEqual([403, refusals.step_up_required.text]);
});
