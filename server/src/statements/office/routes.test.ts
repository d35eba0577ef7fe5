import { isoTaipei } from '@portal/contract/dates';
import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import { refusals } from '@portal/contract/errors';
import * as paymentCalls from '@portal/contract/office/payment';
import type { StatementShape } from '@portal/contract/office/statements';
import * as statements from '@portal/contract/office/statements';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBig5 } from '../../../demo/big5.ts';
import { fill, NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildBankAccount, buildClass } from '../../../test/factories/catalogue.ts';
import { buildDesk, byCashier, settlement } from '../../../test/factories/desk.ts';
import { buildPaymentReport, buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { importLines, type PlainLine, plainCsv, plainShape } from '../../../test/factories/statement.ts';
import { multipart } from '../../../test/multipart.ts';
import { organizations } from '../../catalogue/tables.ts';
import { classes } from '../../classes/tables.ts';
import { registrationEvents, registrations } from '../../enrolment/tables.ts';
import { settlePayment } from '../../payment/settle-payment.ts';
import { paymentReports } from '../../payment/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';

import { statementShapes } from '../tables.ts';

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
const buildReported = async (
  trainingClass: { id: number },
  name: string,
  lastFive: string,
  paidMoney = 1500,
) => {
  const account = await buildAccount(portal.db, { chineseName: name });
  const registration = await buildRegistration(portal.db, { class: trainingClass, account, state: 'unpaid' });
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
  '115/11/30,跨行轉入,,"1,500","11,500",="0081234511111",王小明',
  '115/11/30,跨行轉入,,"1,500","13,000",222,李美玲',
  '115/11/30,跨行轉入,,"1,500","14,500",="0081234533333",張志豪',
  '115/12/01,跨行轉入,,"1,500","16,000",="0081234533333",張志豪',
  '115/11/30,跨行轉入,,"1,000","17,000",="0081234544444",陳怡君',
  '115/11/30,跨行轉入,,"3,000","20,000",="0081234555555",林建宏',
  '115/11/30,存款息,,31,"20,031",,',
  '115/11/30,場地費,"8,000",,"12,031",,',
  '合計,,"8,000","10,031",,,',
  '',
].join('\r\n');

test('a Big5 statement with a dropped zero, a double, a short payment and a sum is brought to no open lines', async () => {
  const account = await buildBankAccount(portal.db);
  const trainingClass = await buildClass(portal.db, { bankAccountId: account.id, fee: 1500 });
  const wang = await buildReported(trainingClass, '王小明', '11111');
  const li = await buildReported(trainingClass, '李美玲', '00222');
  const zhang = await buildReported(trainingClass, '張志豪', '33333');
  const chen = await buildReported(trainingClass, '陳怡君', '44444', 1000);
  const couple = [
    await buildReported(trainingClass, '林建宏', '55555', 3000),
    await buildReported(trainingClass, '許雅雯', '55555', 3000),
  ];
  const params = { id: `${account.id}` };
  const bytes = encodeBig5(csv);

  const preview = (await upload(statements.previewStatement, account.id, bytes)).answer;
  expect([preview.shape.encoding, preview.shape.dates, preview.counts]).toEqual([
    'big5',
    'auto',
    { rows: 11, skipped: 3, total: 8, deposits: 7, aside: 1, known: 0, doubles: 0, faults: 0 },
  ]);
  const shape = JSON.stringify(preview.shape);
  const imported = await upload(statements.importStatement, account.id, bytes, { shape });
  expect(imported.answer).toMatchObject({ added: 8, known: 0, aside: 1 });
  expect((await upload(statements.importStatement, account.id, bytes, { shape })).status).toBe(409);

  const matches = await call(statements.statementMatches, { params });
  expect(matches.counts).toEqual({ certain: 1, possible: 5, lines: 1, reports: 0 });
  const confirmed = await call(statements.confirmCertain, { params, body: { pairs: matches.certain } });
  expect(confirmed.results.map(({ done }) => done)).toEqual([true]);

  const lineOf = (amount: number, digits: string, at = 0) =>
    matches.allLines.filter((line) => line.amount === amount && line.digits === digits)[at]?.id ?? 0;
  const confirm = (lineIds: number[], registrationIds: number[], difference = 0) =>
    call(paymentCalls.confirmPayment, { body: { lineIds, registrationIds, received: null, difference } });
  await confirm([lineOf(1500, '222')], [li]);
  await confirm([lineOf(3000, '55555')], couple);
  await confirm([lineOf(1500, '33333')], [zhang]);

  const after = await call(statements.statementMatches, { params });
  const paidBefore = after.lines.flatMap(({ paid }) => paid?.registrations ?? []);
  expect(paidBefore).toEqual([
    {
      id: zhang,
      personId: expect.any(Number),
      name: '張志豪',
      code: trainingClass.code,
      isPaid: true,
      due: 0,
      refund: 1500,
    },
  ]);
  const surplus = { lineIds: [lineOf(1500, '33333', 1)], registrationIds: [zhang], reason: '重複匯款' };
  await call(paymentCalls.takeSurplus, { body: surplus });
  const partial = { lineIds: [lineOf(1000, '44444')], registrationIds: [chen], missing: 500 };
  await call(paymentCalls.recordPartialPayment, { body: partial });
  const interest = matches.allLines.find(({ amount }) => amount === 31)?.id;
  await call(statements.setLineAside, { params: { id: `${interest}` }, body: { reason: '利息' } });

  const done = await call(statements.statementMatches, { params });
  expect(done.counts).toEqual({ certain: 0, possible: 0, lines: 0, reports: 0 });
  const states = await portal.db
    .select()
    .from(registrations)
    .where(eq(registrations.classId, trainingClass.id));
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

test('a transfer for a group of whom some have paid says what each owes or gets back', async () => {
  const desk = await buildDesk(portal.db);
  const { ids, reportId } = await desk.reportedTogether(2, { lastFive: '00042' });
  const [paid = 0, owing = 0] = ids;
  const received = { method: 'cash', amount: 1500, receivedOn: '2026-11-30' };
  const cash = { lineIds: [], registrationIds: [paid], received, difference: 0 };
  await call(paymentCalls.confirmPayment, { body: cash });
  const [line] = await desk.lines({ in: 3000, digits: '00042' });
  const params = { id: `${desk.account.id}` };
  const { possible, lines } = await call(statements.statementMatches, { params });
  expect([possible[0]?.lineId, possible[0]?.candidates[0]?.reportIds, lines]).toEqual([
    ...[line?.id, [reportId], []],
  ]);
  expect(possible[0]?.paid).toMatchObject({
    ...{ day: '2026-11-30', by: 'digits' },
    registrations: [
      { id: paid, isPaid: true, due: 0, refund: 1500 },
      { id: owing, isPaid: false, due: 1500, refund: 0 },
    ],
  });
  const rest = { lineIds: [line?.id ?? 0], registrationIds: ids, received: null, difference: 1500 };
  expect(await call(paymentCalls.confirmPayment, { body: rest })).toMatchObject({ surplus: 1500 });
  expect((await call(statements.statementMatches, { params })).counts).toEqual({
    ...{ certain: 0, possible: 0, lines: 0, reports: 0 },
  });
});

describe('the preview of a statement', () => {
  const preview = async ({ id }: { id: number }, bytes: Buffer, fields?: Record<string, string>) =>
    (await upload(statements.previewStatement, id, bytes, fields)).answer;
  const deposit = { in: 1500, digits: '12345' };

  /** An account that remembers this shape. */
  const buildRemembering = async (overrides: Partial<StatementShape>) => {
    const account = await buildBankAccount(portal.db);
    const head = JSON.stringify(['日期', '支出', '存入', '帳號', '戶名', '備註']);
    const shape = { ...plainShape, ...overrides };
    await portal.db.insert(statementShapes).values({ bankAccountId: account.id, head, shape, usedAt: NOW });
    return account;
  };

  test('counts the lines, and as faults those that cannot be read', async () => {
    const account = await buildBankAccount(portal.db);
    const lines = [
      deposit,
      { out: 300 },
      { ...deposit, name: '王\ue000明' },
      { ...deposit, day: '2026/02/30' },
    ];
    const { counts, faults } = await preview(account, plainCsv(lines));
    expect(counts).toMatchObject({ total: 3, deposits: 2, aside: 1, known: 0, faults: 1 });
    expect(faults.map(({ row, fault }) => [row, fault])).toEqual([
      [4, 'private_use'],
      [5, 'date'],
    ]);
  });

  test('shows three rows above the first line, and the first and the last day', async () => {
    const account = await buildBankAccount(portal.db);
    const title = '帳戶明細\n分行\n戶名\n幣別\n';
    const days = ['2026-11-29', '2026-11-30', '2026-11-28'];
    const csv = title + plainCsv(days.map((day) => ({ ...deposit, day })));
    const { firstRow, rows, lines, from, until } = await preview(account, Buffer.from(csv));
    expect([firstRow, rows[0]?.[0], lines[0]?.row]).toEqual([3, '戶名', 6]);
    expect([from, until]).toEqual(['2026-11-28', '2026-11-30']);
  });

  test('is read in the shape that is given', async () => {
    const shape = { ...plainShape, columns: { ...plainShape.columns, memo: [] } };
    const account = await buildRemembering({});
    const fields = { shape: JSON.stringify(shape) };
    expect((await preview(account, plainCsv([deposit]), fields)).shape).toEqual(shape);
  });

  test('is read in the remembered shape where that reads as much', async () => {
    const columns = { ...plainShape.columns, memo: [] };
    const account = await buildRemembering({ columns });
    expect((await preview(account, plainCsv([deposit]))).shape.columns).toEqual(columns);
  });

  test('is read in a new shape where the remembered one reads fewer lines', async () => {
    const account = await buildRemembering({ columns: { ...plainShape.columns, date: 5 } });
    const { shape } = await preview(account, Buffer.from(`查詢,,,,,\n${plainCsv([deposit])}`));
    expect([shape.skip, shape.columns.date]).toEqual([2, 0]);
  });

  test.each([statements.previewStatement, statements.importStatement])(
    '$path refuses a web page',
    async (endpoint) => {
      const { id } = await buildBankAccount(portal.db);
      const fields = { shape: JSON.stringify(plainShape) };
      const { status, answer } = await upload(
        endpoint,
        id,
        Buffer.from('<html><table></table></html>'),
        fields,
      );
      expect([status, answer]).toMatchObject([422, { message: refusals.statement_web_page.text }]);
    },
  );

  test('warns of lines on the same days where none of them is known, and says when the file was imported', async () => {
    const account = await buildBankAccount(portal.db);
    const bytes = plainCsv([deposit]);
    const shape = JSON.stringify(plainShape);
    await upload(statements.importStatement, account.id, bytes, { shape });
    const seen = async (...lines: PlainLine[]) => {
      const { suspicious, importedAt, counts } = await preview(account, plainCsv(lines));
      return [counts.known, suspicious, importedAt];
    };
    expect(await seen(deposit)).toEqual([1, false, isoTaipei(NOW)]);
    expect(await seen(deposit, { in: 600 })).toEqual([1, false, null]);
    expect(await seen({ in: 600 })).toEqual([0, true, null]);
    expect(await seen({ in: 600, day: '2026-11-29' })).toEqual([0, false, null]);
    expect(await seen()).toEqual([0, false, null]);
  });
});

describe('an account of a branch', () => {
  const later = new Date(NOW.getTime() + 3_600_000);
  const deposit = { in: 1500, digits: '12345' };

  /** Two branches: three open lines, one that is used, and two reports in one; a line and a report in the other. */
  const buildBranches = async () => {
    const [mine, other] = [await buildDesk(portal.db), await buildDesk(portal.db)];
    const [paid] = await mine.lines({ in: 1500, day: '2026-11-01' });
    const { id } = await mine.reported();
    await inTransaction(portal.db, (tx) => settlePayment(tx, settlement([paid?.id ?? 0], [id]), byCashier));
    const cashier = await buildStaff(portal.db, { grants: [grant('cashier', mine.organizationId)] });
    const by = { actor: asStaff({ id: cashier.id, name: cashier.name }, [grant('cashier')]), now: NOW };
    await importLines(portal.db, mine.account.id, [deposit, { ...deposit, in: 600 }], by);
    await importLines(portal.db, mine.account.id, [{ ...deposit, day: '2026-12-01' }, { out: 5 }], {
      ...by,
      now: later,
    });
    await importLines(portal.db, other.account.id, [deposit], by);
    for (const desk of [mine, mine, other]) await desk.reported({ lastFive: '54321' });
    await portal.db
      .update(classes)
      .set({ bankAccountId: null })
      .where(eq(classes.id, other.trainingClass.id));
    const cookie = await enterOffice(portal.db, cashier);
    return { mine, other, cashier, own: { 'sec-fetch-site': 'same-origin', cookie } };
  };

  test('has its own lines, reports and last import', async () => {
    const { mine, other, cashier } = await buildBranches();
    const unused = await buildDesk(portal.db);
    const last = { position: 30_000 };
    await portal.db.update(organizations).set(last).where(eq(organizations.id, mine.organizationId));
    const rows = await call(statements.statementAccounts, {});
    const seen = [mine, other, unused].map(({ account }) => rows.find(({ id }) => id === account.id));
    expect(seen).toMatchObject([
      { openLines: 3, openReports: 2, lastImport: { at: isoTaipei(later), by: cashier.name } },
      { openLines: 1, openReports: 1, lastImport: { at: isoTaipei(NOW), by: cashier.name } },
      { openLines: 0, openReports: 0, lastImport: null },
    ]);
    expect(rows.map(({ id }) => id).indexOf(other.account.id)).toBeLessThan(
      rows.map(({ id }) => id).indexOf(mine.account.id),
    );
    const matches = await call(statements.statementMatches, { params: { id: `${mine.account.id}` } });
    expect([matches.allLines.map(({ amount }) => amount), matches.allReports.length]).toEqual([
      [1500, 600, 1500],
      2,
    ]);
  });

  test('is all that its cashier sees', async () => {
    const { mine, other, own } = await buildBranches();
    const { answer } = await portal.call(statements.statementAccounts, { headers: own });
    expect(answer.map(({ id }) => id)).toEqual([mine.account.id]);
    const seen = async ({ account }: typeof mine) => {
      const params = { id: `${account.id}` };
      const replies = [
        await portal.call(statements.statementMatches, { params, headers: own }),
        await portal.call(statements.daySheet, { params, headers: own }),
      ];
      return replies.map(({ status }) => status);
    };
    expect([await seen(mine), await seen(other)]).toEqual([
      [200, 200],
      [404, 404],
    ]);
  });

  test('knows the lines and files of no other account', async () => {
    const { other } = await buildBranches();
    const empty = await buildBankAccount(portal.db);
    const preview = async (id: number) =>
      (await upload(statements.previewStatement, id, plainCsv([deposit]))).answer;
    expect(await preview(other.account.id)).toMatchObject({
      counts: { known: 1 },
      importedAt: isoTaipei(NOW),
    });
    expect(await preview(empty.id)).toMatchObject({
      counts: { known: 0 },
      importedAt: null,
      suspicious: false,
    });
  });
});

test.each([
  [paymentCalls.changeRefund, { amount: 100, before: 200, reason: '扣手續費' }],
  [paymentCalls.payRefund, { amount: 200, paidOn: '2026-12-01', reference: 'A1' }],
  [paymentCalls.waiveRefund, { reason: '捐贈' }],
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
