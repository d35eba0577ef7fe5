import * as contract from '@portal/contract/office/bank-accounts';
import { settingRefusals } from '@portal/contract/refusals/settings';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildClass, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { auditEvents } from '../audit/tables.ts';
import { inTransaction } from '../platform/database.ts';
import { refuseClosedAccount } from './bank-account-queries.ts';
import { classes } from './tables.ts';

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
  const opening = await buildClass(portal.db, { bankAccountId: id });
  const refused = await change(contract.closeBankAccount, id);
  expect(refused.refusal.message).toBe(settingRefusals.bank_account_used.text.replace('{n}', '1'));
  const over = { startTime: new Date(NOW.getTime() - 1000) };
  await portal.db.update(classes).set(over).where(eq(classes.id, opening.id));
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

test('an account that does not exist is not found', async () => {
  for (const endpoint of [contract.closeBankAccount, contract.reopenBankAccount]) {
    expect((await change(endpoint, 987_654)).status).toBe(404);
  }
  expect((await edit(987_654, {})).status).toBe(404);
});
