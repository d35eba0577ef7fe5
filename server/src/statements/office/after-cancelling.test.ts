import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { cancelByStaff } from '@portal/contract/office/enrolment';
import { confirmPayment, payRefund, refundList, rejectReport } from '@portal/contract/office/payment';
import * as statements from '@portal/contract/office/statements';
import { reportPayment } from '@portal/contract/payment';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildBankAccount, buildClass } from '../../../test/factories/catalogue.ts';
import { accountOf } from '../../../test/factories/desk.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenRegistration } from '../../../test/factories/seen.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { multipart } from '../../../test/multipart.ts';
import { checkData } from '../../commands/check-data.ts';

let portal: TestPortal;
let officer: Record<string, string>;
let cashier: Record<string, string>;
let secondCashier: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  officer = (await enterAs(portal.db, grant('officer'))).headers;
  cashier = (await enterAs(portal.db, grant('cashier'))).headers;
  secondCashier = (await enterAs(portal.db, grant('cashier'))).headers;
});
afterAll(() => portal.close());

/** Makes a call that must succeed. */
const call = async <E extends Endpoint>(
  endpoint: E,
  input: Parameters<TestPortal['call']>[1] = {},
): Promise<AnswerOf<E>> => {
  const reply = await portal.call(endpoint, { headers: cashier, ...input });
  expect([endpoint.path, reply.status, reply.refusal]).toEqual([endpoint.path, 200, expect.anything()]);
  return reply.answer;
};

const importFile = async (accountId: number, text: string) => {
  const params = { id: `${accountId}` };
  const send = async <E extends Endpoint>(endpoint: E, fields: Record<string, string>) => {
    const file = { bytes: Buffer.from(text), name: '十一月.csv', type: 'text/csv' };
    const form = await multipart({ fields, file });
    return call(endpoint, { params, body: form.body, headers: { ...cashier, ...form.headers } });
  };
  const { shape } = await send(statements.previewStatement, {});
  return send(statements.importStatement, { shape: JSON.stringify(shape), acceptProblems: 'yes' });
};

/** A person who reports the fee of a new class, and is cancelled after that. */
const reportAndCancel = async (bankAccountId: number, name: string, fee: number, lastFive: number) => {
  const { id: classId, code } = await buildClass(portal.db, { bankAccountId, fee });
  const account = await buildAccount(portal.db, { chineseName: name });
  const { id } = await buildRegistration(portal.db, { class: { id: classId }, account, state: 'unpaid' });
  const body = { paid_time: '2026-11-27', last_five: lastFive, paid_money: fee, paid_name: name };
  await call(reportPayment, { params: { code }, body, token: await logIn(portal.db, account), headers: {} });
  const cancellation = { reason: '學員來電取消', version: await seenRegistration(portal.db, { id }) };
  await call(cancelByStaff, { params: { id: `${id}` }, body: cancellation, headers: officer });
  return { id, for: [{ personId: account.id, name, code }] };
};

const csv = [
  '交易日期,摘要,支出金額,存入金額,對方帳號,戶名',
  '115/11/27,跨行轉入,,600,0081234567824875,王永昌',
  '115/11/27,跨行轉入,,1500,0081234567879336,彭金龍',
].join('\n');

test('money that comes after the cancellation is received, paid back and on the day sheet', async () => {
  const { id: accountId } = await buildBankAccount(portal.db);
  const [wang, peng, absent] = [
    await reportAndCancel(accountId, '王永昌', 600, 24875),
    await reportAndCancel(accountId, '彭金龍', 1500, 79336),
    await reportAndCancel(accountId, '林怡君', 900, 11111),
  ];
  const people = [wang, peng, absent];
  const params = { id: `${accountId}` };
  const refunds = async () => (await call(refundList, { query: { sort: 'createdAt' } })).rows;
  expect([await refunds(), await Promise.all(people.map(({ id }) => accountOf(portal.db, id)))]).toEqual([
    [],
    people.map(() => ({ owed: 0, held: 0 })),
  ]);

  expect(await importFile(accountId, csv)).toMatchObject({ added: 2, known: 0, aside: 0 });
  const desk = await call(statements.statementMatches, { params });
  // The file has no balances, so no pair is certain.
  expect(desk.counts).toEqual({ certain: 0, possible: 2, lines: 0, reports: 1 });
  const reportOf = ({ id }: { id: number }) =>
    desk.allReports.find(({ registrations }) => registrations.some((each) => each.id === id));
  expect(people.map(reportOf)).toMatchObject(
    [600, 1500, 900].map((due) => ({ due, returned: due, registrations: [{ isCancelled: true }] })),
  );
  const pairs = desk.possible.map(({ lineId, candidates: [best] }) => [lineId, best?.reportIds]);
  const [first, second] = desk.allLines;
  expect(pairs).toEqual([
    [first?.id, [reportOf(wang)?.id]],
    [second?.id, [reportOf(peng)?.id]],
  ]);

  const settle = (line: typeof first, { id }: { id: number }) => {
    const difference = line?.amount ?? 0;
    const body = { lineIds: [line?.id], registrationIds: [id], received: null, difference };
    return call(confirmPayment, { body });
  };
  expect([await settle(first, wang), await settle(second, peng)]).toMatchObject([
    { surplus: 600 },
    { surplus: 1500 },
  ]);
  const [report = 0] = desk.reports;
  await call(rejectReport, { params: { id: `${report}` }, body: { reason: '查無此款' } });
  expect((await call(statements.statementMatches, { params })).counts).toEqual({
    ...{ certain: 0, possible: 0, lines: 0, reports: 0 },
  });

  const due = await refunds();
  expect(due).toMatchObject([
    { registrationId: wang.id, amount: 600, state: 'due' },
    { registrationId: peng.id, amount: 1500, state: 'due' },
  ]);
  for (const { id, amount } of due) {
    const body = { amount, paidOn: '2026-12-01', reference: `R-${id}` };
    await call(payRefund, { params: { id: `${id}` }, body, headers: secondCashier });
  }
  expect((await refunds()).map(({ state }) => state)).toEqual(['paid', 'paid']);
  expect(await Promise.all(people.map(({ id }) => accountOf(portal.db, id)))).toEqual(
    people.map(() => ({ owed: 0, held: 0 })),
  );

  const query = { from: '2026-11-27', until: '2026-12-01' };
  const { days, total } = await call(statements.daySheet, { params, query });
  expect(days.flatMap((day) => day.lines)).toMatchObject([
    { amount: 600, state: 'matched', payment: { for: wang.for } },
    { amount: 1500, state: 'matched', payment: { for: peng.for } },
  ]);
  expect(days.flatMap((day) => day.refunded)).toMatchObject([
    { amount: 600, for: wang.for },
    { amount: 1500, for: peng.for },
  ]);
  expect([total.matched, total.open, total.refunded]).toEqual([
    { count: 2, sum: 2100 },
    { count: 0, sum: 0 },
    { count: 2, sum: 2100 },
  ]);
  expect(await checkData(portal.db)).toEqual([]);
});
