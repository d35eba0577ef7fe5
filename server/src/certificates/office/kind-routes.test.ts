import * as contract from '@portal/contract/office/certificate-kinds';
import { DEFAULT_REGISTER_PATTERN } from '@portal/contract/register-number';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { issueCertificate } from '../issue/issue-certificate.ts';
import { certificateContents } from '../tables.ts';

/* Register pattern and rule of a kind, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
let course: Awaited<ReturnType<typeof buildCourse>>;
let branch: Awaited<ReturnType<typeof buildOrganization>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  course = await buildCourse(portal.db);
  branch = await buildOrganization(portal.db);
  const admin = await buildStaff(portal.db, { name: '周世昌', grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
});
afterAll(() => portal.close());

const params = () => ({ id: String(course.certificateKindId) });
const show = async () => (await portal.call(contract.kindSettings, { params: params(), headers })).answer;
const nature = { name: '基本救命術訓練證', type: 'ordinary', years: 2 } as const;
const form = {
  ...{ ...nature, registerPattern: DEFAULT_REGISTER_PATTERN },
  ...{ refresherHours: null, refresherYears: null },
};
const save = async (overrides: object, version?: number) => {
  const body = { ...form, ...overrides, version: version ?? (await show()).version };
  return portal.call(contract.saveKindSettings, { params: params(), body, headers });
};

const issue = async (): Promise<string | undefined> => {
  const { id: accountId } = await buildAccount(portal.db);
  const issued = { accountId, organizationId: branch.id, courseId: course.id, issuedOn: '2026-12-01' };
  const { id } = await inTransaction(portal.db, (tx) =>
    issueCertificate(tx, issued, { actor: decidingStaff(), now: NOW }),
  );
  const isIssued = eq(certificateContents.certificateId, id);
  return (await portal.db.select().from(certificateContents).where(isIssued))[0]?.registerNumber;
};

test('a new pattern counts on, and leaves numbers that were given out alone', async () => {
  const first = await issue();
  const { answer } = await save({ registerPattern: '{year}-{kind}-{organization}-{serial:3}' });
  expect(answer.next.find(({ organization }) => organization === branch.name)?.serial).toBe(2);
  expect(await issue()).toBe(`2026-${answer.kind.name}-${branch.name}-002`);
  expect(first).toBe(`${branch.name}${answer.kind.name}字第1150001號`);
});

test('a rule is set, changed and removed; each is an event, and the same again is none', async () => {
  const lastEvent = async () =>
    (await portal.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1))[0];
  const before = await save({});
  expect((await save({ refresherHours: '16', refresherYears: '2' })).answer.form).toMatchObject({
    ...{ refresherHours: 16, refresherYears: 2 },
  });
  expect(await lastEvent()).toMatchObject({
    action: 'certificate_kind.edit',
    before: { refresherRule: null },
    after: { certificateKind: before.answer.kind.name, refresherRule: '申請前 2 年內複訓 16 小時' },
  });
  const { answer } = await save({ refresherHours: 16, refresherYears: 2 });
  expect(answer.version).toBe(before.answer.version + 1);
  expect((await save({ refresherHours: '', refresherYears: null })).answer).toMatchObject({
    ...{ form, version: before.answer.version + 2 },
  });
});

test.each([
  ['a pattern without a serial', { registerPattern: '{organization}{kind}{year}' }, '字號格式須含'],
  [
    'a pattern with an unknown word',
    { registerPattern: `${DEFAULT_REGISTER_PATTERN}{name}` },
    '字號格式須含',
  ],
  ['hours without years', { refresherHours: 8 }, '請輸入年限'],
  ['years without hours', { refresherYears: 3 }, '請輸入複訓時數'],
  ['no hours', { refresherHours: 0, refresherYears: 3 }, '複訓時數須為 1 至 500 的整數'],
  ['too many years', { refresherHours: 8, refresherYears: 21 }, '年限須為 1 至 20 的整數'],
])('%s is refused', async (_, overrides, text) => {
  const { status, refusal } = await save(overrides);
  expect([status, Object.values(refusal.errors ?? {}).flat()]).toEqual([
    422,
    [expect.stringContaining(text)],
  ]);
});

test('saving an older version is refused and names who changed it first', async () => {
  const { version } = await show();
  await save({ refresherHours: 8, refresherYears: 3 }, version);
  const { status, code } = await save({ refresherHours: 9, refresherYears: 3 }, version);
  expect([status, code]).toEqual([409, 'changed_meanwhile']);
});

test('a new kind has the common pattern, no rule, and an event', async () => {
  const body = { name: '高空作業安全合格證', years: '3', type: 'coach' } as const;
  const { status, answer } = await portal.call(contract.createKind, { body, headers });
  expect([status, answer.form]).toEqual([200, { ...form, ...body, years: 3 }]);
  const [event] = await portal.db.select().from(auditEvents).orderBy(desc(auditEvents.id)).limit(1);
  expect(event).toMatchObject({
    ...{ action: 'certificate_kind.create', subjectId: answer.kind.id },
    after: { ...body, years: 3 },
  });
});

test.each([
  ['no name', { name: '' }, 'name'],
  ['a name that another kind has', { name: nature.name }, 'name'],
  ['no years', { years: '0' }, 'years'],
  ['too many years', { years: 51 }, 'years'],
  ['half a year', { years: '1.5' }, 'years'],
  ['an unknown type', { type: 'other' }, 'type'],
])('a new kind with %s is refused under the field', async (_, wrong, field) => {
  const body = { name: `證照 ${field}`, years: 2, type: 'ordinary', ...wrong };
  const { status, refusal } = await portal.call(contract.createKind, { body, headers });
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
});

test('name and years change for later certificates; the type only before the first', async () => {
  const first = await issue();
  const changed = await save({ name: '基本救命術合格證', years: 3 });
  expect(changed.answer).toMatchObject({ kind: { name: '基本救命術合格證' }, form: { years: 3 } });
  expect([first, await issue()].map((number) => number?.includes('合格證'))).toEqual([false, true]);
  const { refusal } = await save({ type: 'coach' });
  expect(refusal.errors).toEqual({ type: ['已核發過這種證照，到期後的處理不能再變更'] });
  const other = await portal.call(contract.createKind, {
    ...{ body: { name: '另一種證', years: 2, type: 'ordinary' }, headers },
  });
  const body = { ...other.answer.form, type: 'coach', version: other.answer.version } as const;
  const free = await portal.call(contract.saveKindSettings, {
    ...{ params: { id: `${other.answer.kind.id}` }, body, headers },
  });
  expect(free.answer.form.type).toBe('coach');
  const taken = await save({ name: '另一種證' });
  expect(taken.refusal.errors).toEqual({ name: ['已有相同名稱的證照種類'] });
  await save({});
});

test('an unknown kind is not found', async () => {
  const input = { params: { id: '999999' }, headers };
  expect((await portal.call(contract.kindSettings, input)).status).toBe(404);
});
