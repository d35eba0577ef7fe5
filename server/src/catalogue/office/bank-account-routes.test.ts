import * as contract from '@portal/contract/office/catalogue';
import { settingRefusals } from '@portal/contract/refusals/settings';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { asStaff, buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { classes } from '../../classes/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { refuseClosedAccount } from '../bank-accounts/bank-account-queries.ts';
import { closeBankAccount } from '../bank-accounts/close-bank-account.ts';
import { createBankAccount, refusingTakenNumber } from '../bank-accounts/create-bank-account.ts';
import { editBankAccount } from '../bank-accounts/edit-bank-account.ts';
import { reopenBankAccount } from '../bank-accounts/reopen-bank-account.ts';

/* 設定 › 匯款帳戶, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
let organizationId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db)).id;
  const admin = await buildStaff(portal.db, { grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

let serial = 0;
const formOf = (overrides: object = {}) => ({
  ...{ organizationId, bankCode: '012', bank: '海嶼商業銀行 範例分行', holder: '全國安全技能訓練協會' },
  number: `123-45-${serial}`,
  ...overrides,
});

const create = (overrides: object = {}) => {
  serial += 1;
  return portal.call(contract.createBankAccount, { body: formOf(overrides), headers });
};

const rowOf = (rows: contract.BankAccountRow[], number = `123-45-${serial}`) => {
  const found = rows.find((row) => row.number === number);
  if (!found) throw new Error(`no account ${number}`);
  return found;
};

const edit = (id: number, overrides: object) => {
  const { organizationId: _, ...form } = formOf();
  const body = { ...form, version: 0, ...overrides };
  return portal.call(contract.editBankAccount, { params: { id: String(id) }, body, headers });
};

const change = (endpoint: typeof contract.closeBankAccount | typeof contract.reopenBankAccount, id: number) =>
  portal.call(endpoint, { params: { id: String(id) }, headers });

test('a new account is listed with its organisation', async () => {
  const { status, answer } = await create();
  expect(status).toBe(200);
  expect(rowOf(answer)).toEqual({
    id: expect.any(Number),
    version: 0,
    organization: { id: organizationId, name: '臺北市分會' },
    ...{ bankCode: '012', bank: '海嶼商業銀行 範例分行', holder: '全國安全技能訓練協會' },
    number: `123-45-${serial}`,
    isClosed: false,
    classes: 0,
  });
});

test.each([
  ['a bank code of two digits', { bankCode: '12' }, 'bankCode'],
  ['a number with letters', { number: '12A45' }, 'number'],
  ['a number too short', { number: '1234' }, 'number'],
  ['no holder', { holder: ' ' }, 'holder'],
  ['hidden characters', { bank: '銀\u202e行' }, 'bank'],
  ['an unknown organisation', { organizationId: 987_654 }, 'organizationId'],
])('%s is refused under its field', async (_, wrong, field) => {
  const { status, refusal } = await create(wrong);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
});

test('the same number of the same bank is accepted once', async () => {
  const { answer } = await create();
  const again = await portal.call(contract.createBankAccount, { body: formOf(), headers });
  expect(again.refusal.errors).toEqual({ number: [settingRefusals.bank_account_taken.text] });
  const former = rowOf(answer).number;
  const other = rowOf((await create()).answer);
  expect((await edit(other.id, { number: former })).refusal.errors).toEqual({
    number: [settingRefusals.bank_account_taken.text],
  });
});

test('faults other than those of the form keep their name', async () => {
  const lost = new Error('the connection was lost');
  await expect(refusingTakenNumber(() => Promise.reject(lost))).rejects.toBe(lost);
});

test('the event of an edit holds the changes; a save based on the former version is refused', async () => {
  const { id } = rowOf((await create()).answer);
  const { answer } = await edit(id, { bankCode: '822' });
  expect(rowOf(answer)).toMatchObject({ bankCode: '822', version: expect.any(Number) });
  const late = await edit(id, { holder: '別的戶名' });
  expect(late.status).toBe(409);
  expect(late.refusal.newer).toMatchObject({ changes: [{ changes: [{ field: 'bankCode', after: '822' }] }] });
  const [event] = await portal.db
    .select({ before: auditEvents.before, after: auditEvents.after })
    .from(auditEvents)
    .where(eq(auditEvents.action, 'bank_account.edit'));
  expect(event).toEqual({ before: { bankCode: '012' }, after: { bankCode: '822' } });
});

test('an account is closed only if no future class is paid into it', async () => {
  const { id } = rowOf((await create()).answer);
  const trainingClass = await buildClass(portal.db, { bankAccountId: id });
  const refused = await change(contract.closeBankAccount, id);
  expect(refused.refusal.message).toBe(settingRefusals.bank_account_used.text.replace('{n}', '1'));
  // It begins now.
  const over = { startTime: NOW };
  await portal.db.update(classes).set(over).where(eq(classes.id, trainingClass.id));
  expect((await change(contract.closeBankAccount, id)).status).toBe(200);
});

test('a closed account takes no new class until it is opened again', async () => {
  const { id } = rowOf((await create()).answer);
  const closed = await change(contract.closeBankAccount, id);
  expect(rowOf(closed.answer).isClosed).toBe(true);
  const use = () =>
    inTransaction(portal.db, (tx) => refuseClosedAccount(tx, id)).then(
      () => 'open',
      () => 'closed',
    );
  expect(await use()).toBe('closed');
  expect(rowOf((await change(contract.reopenBankAccount, id)).answer).isClosed).toBe(false);
  expect(await use()).toBe('open');
});

test('an account is closed, opened and edited without the others, and each is recorded once', async () => {
  const mine = rowOf((await create()).answer);
  const closed = rowOf((await create()).answer);
  const used = rowOf((await create()).answer);
  await buildClass(portal.db, { bankAccountId: used.id });
  await change(contract.closeBankAccount, closed.id);
  const seen = (rows: contract.BankAccountRow[]) =>
    [mine, closed, used]
      .map(({ number }) => rowOf(rows, number))
      .map(({ isClosed, holder }) => [isClosed, holder]);
  const holder = '全國安全技能訓練協會';
  await change(contract.closeBankAccount, mine.id);
  expect(seen((await change(contract.closeBankAccount, mine.id)).answer)).toEqual([
    [true, holder],
    [true, holder],
    [false, holder],
  ]);
  await change(contract.reopenBankAccount, mine.id);
  await change(contract.reopenBankAccount, mine.id);
  const form = { number: mine.number, holder: '別的戶名' };
  const { version } = rowOf((await edit(mine.id, form)).answer, mine.number);
  expect(seen((await edit(mine.id, { ...form, version })).answer)).toEqual([
    [false, '別的戶名'],
    [true, holder],
    [false, holder],
  ]);
  const events = await portal.db
    .select({ action: auditEvents.action })
    .from(auditEvents)
    .where(and(eq(auditEvents.subject, 'bank_account'), eq(auditEvents.subjectId, mine.id)))
    .orderBy(auditEvents.id);
  expect(events.map(({ action }) => action)).toEqual([
    ...['bank_account.create', 'bank_account.close', 'bank_account.reopen', 'bank_account.edit'],
  ]);
});

test('an account of another branch is refused to staff of this one', async () => {
  const { id } = rowOf((await create()).answer);
  const elsewhere = {
    actor: asStaff({ id: 1, name: '管理員' }, [grant('admin', organizationId + 1)]),
    now: NOW,
  };
  const { organizationId: _, ...form } = formOf();
  const refused = (work: (tx: Tx) => Promise<unknown>) =>
    expect(inTransaction(portal.db, work)).rejects.toMatchObject({ code: 'forbidden' });
  await refused((tx) => createBankAccount(tx, formOf({ number: '99-99-9' }), elsewhere));
  await refused((tx) => editBankAccount(tx, { ...form, id, version: 0 }, elsewhere));
  await refused((tx) => closeBankAccount(tx, { id }, elsewhere));
  await refused((tx) => reopenBankAccount(tx, { id }, elsewhere));
});

test('an account that does not exist is not found', async () => {
  for (const endpoint of [contract.closeBankAccount, contract.reopenBankAccount]) {
    expect((await change(endpoint, 987_654)).status).toBe(404);
  }
  expect((await edit(987_654, {})).status).toBe(404);
});
