import { classHistory } from '@portal/contract/office/audit';
import { classFromCourse, classList, officeClass } from '@portal/contract/office/classes';
import type { RoleGrant } from '@portal/contract/rights';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildBankAccount,
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
  nameInstructor,
} from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { bankAccounts } from '../../catalogue/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { publishClass } from '../acts/publish-class.ts';

let portal: TestPortal;
let here: { id: number };
let there: { id: number };

const enter = async (...grants: RoleGrant[]) => {
  const staff = await buildStaff(portal.db, { grants });
  return { staff, headers: { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' } };
};
type Headers = Awaited<ReturnType<typeof enter>>;

let officer: Headers;
let officerThere: Headers;
let everywhere: Headers;

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
  there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enter(grant('officer', here.id));
  officerThere = await enter(grant('officer', there.id));
  everywhere = await enter(grant('auditor'));
});
afterAll(() => portal.close());

const list = async (as: Headers, query: Record<string, string> = {}) =>
  (await portal.call(classList, { ...as, query })).answer;
const codes = async (as: Headers, query: Record<string, string> = {}) =>
  (await list(as, query)).rows.map(({ code }) => code);

test('the list includes drafts, the last to start first, of the own organisations only', async () => {
  const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  const course = await buildCourse(portal.db, { code: 'LIST', chineseName: '列表訓練' });
  const ours = { organizationId: here.id, courseId: course.id };
  const draft = await buildClass(portal.db, { ...ours, publishedAt: null, startTime: at(10) });
  const past = await buildClass(portal.db, { ...ours, startTime: at(-10), place: '淡水游泳池' });
  const later = await buildClass(portal.db, { ...ours, startTime: at(40) });
  const other = await buildClass(portal.db, { ...ours, organizationId: there.id, startTime: at(5) });
  const only = { course: String(course.id) };
  expect(await codes(officer, only)).toEqual([later, draft, past].map(({ code }) => code));
  expect(await codes(officerThere, only)).toEqual([other.code]);
  expect(await codes(everywhere, { ...only, sort: 'startTime' })).toEqual(
    [past, other, draft, later].map(({ code }) => code),
  );
  expect(await codes(everywhere, { ...only, organization: String(there.id) })).toEqual([other.code]);
  expect(await codes(officer, { ...only, organization: String(there.id) })).toEqual([]);
  expect(await codes(officer, { ...only, state: 'draft' })).toEqual([draft.code]);
  expect(await codes(officer, { ...only, state: 'published' })).toEqual([later.code, past.code]);
  expect(await codes(officer, { ...only, month: '2026-12' })).toEqual([draft.code]);
  expect(await codes(officer, { word: '淡水 列表' })).toEqual([past.code]);
  expect(await codes(officer, { word: '100%' })).toEqual([]);
  expect(await codes(officer, { ...only, sort: 'code' })).toEqual(
    [draft, past, later].map(({ code }) => code).sort(),
  );
});

test('a phase leaves the classes ahead, those that take enrolments, or those that are over', async () => {
  const at = (days: number) => new Date(NOW.getTime() + days * 86_400_000);
  const { id: courseId } = await buildCourse(portal.db, { code: 'PHASE', chineseName: '時程訓練' });
  const build = async (code: string, overrides: object) => {
    await buildClass(portal.db, { organizationId: here.id, courseId, code, ...overrides });
  };
  await build('PHASE-OPEN', { startTime: at(3) });
  await build('PHASE-NOT-YET', { startTime: at(9), applyFrom: at(1) });
  await build('PHASE-NO-MORE', { startTime: at(8), applyUntil: at(-1) });
  await build('PHASE-STOPPED', { startTime: at(7), state: 'closed' });
  await build('PHASE-DRAFT', { startTime: at(2), publishedAt: null });
  await build('PHASE-OFF', {
    ...{ startTime: at(2), publishedAt: null, state: 'cancelled' },
    ...{ callOffReason: 'other', callOffText: '' },
  });
  await build('PHASE-RUNNING', { startTime: at(-1), endTime: at(1) });
  await build('PHASE-OVER', { startTime: at(-3), endTime: at(-2) });
  await build('PHASE-DONE', { startTime: at(-4), state: 'completed' });
  const inPhase = (phase: string) => codes(officer, { course: String(courseId), phase, sort: 'startTime' });
  expect(await inPhase('ahead')).toEqual(['PHASE-OPEN', 'PHASE-STOPPED', 'PHASE-NO-MORE', 'PHASE-NOT-YET']);
  expect(await inPhase('open')).toEqual(['PHASE-OPEN']);
  expect(await inPhase('over')).toEqual(['PHASE-OVER']);
});

test('an instructor lists only the classes that name them', async () => {
  const course = await buildCourse(portal.db, { code: 'TAUGHT', chineseName: '講師訓練' });
  const build = (organizationId: number) => buildClass(portal.db, { organizationId, courseId: course.id });
  const [own, others, elsewhere] = [await build(here.id), await build(here.id), await build(there.id)];
  const only = { course: String(course.id) };

  const pure = await enter(grant('instructor', here.id));
  for (const trainingClass of [own, elsewhere]) await nameInstructor(portal.db, trainingClass, pure.staff);
  expect(await codes(pure, only)).toEqual([own.code]);
  expect(await codes(pure, { ...only, organization: String(here.id) })).toEqual([own.code]);
  expect(await codes(pure, { ...only, organization: String(there.id) })).toEqual([]);

  const anywhere = await enter(grant('instructor'));
  for (const trainingClass of [own, elsewhere])
    await nameInstructor(portal.db, trainingClass, anywhere.staff);
  expect((await codes(anywhere, only)).toSorted()).toEqual([own.code, elsewhere.code].toSorted());

  const both = await enter(grant('officer', here.id), grant('instructor', there.id));
  expect((await codes(both, only)).toSorted()).toEqual([own.code, others.code].toSorted());
  await nameInstructor(portal.db, elsewhere, both.staff);
  expect((await codes(both, only)).length).toBe(3);

  const twice = await enter(grant('officer', here.id), grant('instructor', here.id));
  expect((await codes(twice, only)).toSorted()).toEqual([own.code, others.code].toSorted());
});

test('an instructor sees the page of their class and may change nothing', async () => {
  const instructor = await enter(grant('instructor', here.id));
  const [own, other] = [await buildClass(portal.db), await buildClass(portal.db)];
  await nameInstructor(portal.db, own, instructor.staff);
  const open = (endpoint: typeof officeClass | typeof classHistory, { id }: { id: number }) =>
    portal.call(endpoint, { ...instructor, params: { id: String(id) } });
  const { answer } = await portal.call(officeClass, { ...instructor, params: { id: String(own.id) } });
  expect(Object.values(answer.can).filter(({ allowed }) => allowed)).toEqual([]);
  expect((await open(classHistory, own)).status).toBe(200);
  for (const endpoint of [officeClass, classHistory]) expect((await open(endpoint, other)).status).toBe(404);
});

test('a row counts pending and unpaid registrations', async () => {
  const trainingClass = await buildClass(portal.db, { place: '計數教室' });
  for (const state of ['pending', 'unpaid', 'reported', 'confirmed', 'rejected'] as const)
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: await buildAccount(portal.db),
      state,
    });
  const { rows } = await list(officer, { word: '計數教室' });
  expect(rows).toEqual([
    {
      id: trainingClass.id,
      code: trainingClass.code,
      course: '基本救命術訓練',
      organization: '臺北市分會',
      state: 'published',
      startTime: '2026-12-31T10:00:00+08:00',
      place: '計數教室',
      limitNumber: 20,
      number: 4,
      pending: 1,
      unpaid: 2,
      version: 0,
    },
  ]);
});

test.each([{ month: '2026-13' }, { state: 'open' }, { phase: 'past' }, { course: 'x' }, { sort: 'place' }])(
  '%j is refused',
  async (query: Record<string, string>) => {
    expect((await portal.call(classList, { ...officer, query })).status).toBe(422);
  },
);

test('a class shows all its data to staff', async () => {
  const bankAccount = await buildBankAccount(portal.db);
  const trainingClass = await buildClass(portal.db, { bankAccountId: bankAccount.id, html: '<p>內容</p>' });
  await buildClassSession(portal.db, { classId: trainingClass.id, instructor: '林教練' });
  const { answer } = await portal.call(officeClass, { ...officer, params: { id: String(trainingClass.id) } });
  expect(answer).toMatchObject({
    code: trainingClass.code,
    state: 'published',
    organization: { id: here.id, name: '臺北市分會' },
    bankAccount: { id: bankAccount.id, number: bankAccount.number },
    sessions: [{ date: '2026-12-31', from: '09:00', to: '17:00', place: null, instructor: '林教練' }],
    counts: { pending: 0, unpaid: 0, reported: 0, confirmed: 0, rejected: 0 },
    html: '<p>內容</p>',
    calledOff: null,
  });
});

test('a new class gets the bank account of the latest class, or else the first open one', async () => {
  const organization = await buildOrganization(portal.db, { code: 'TXG', name: '臺中市分會' });
  const as = await enter(grant('officer', organization.id));
  const query = { organization: String(organization.id), course: String((await buildCourse(portal.db)).id) };
  const proposed = async () => (await portal.call(classFromCourse, { ...as, query })).answer.bankAccountId;
  expect(await proposed()).toBeNull();
  const at = { organizationId: organization.id };
  const [closed, first, second] = [
    await buildBankAccount(portal.db, at),
    await buildBankAccount(portal.db, at),
    await buildBankAccount(portal.db, at),
  ];
  await portal.db.update(bankAccounts).set({ closedAt: NOW }).where(eq(bankAccounts.id, closed.id));
  expect(await proposed()).toBe(first.id);
  await buildClass(portal.db, { ...at, bankAccountId: second.id });
  await buildClass(portal.db, { ...at, bankAccountId: null });
  expect(await proposed()).toBe(second.id);
  const shared = await buildBankAccount(portal.db, { organizationId: here.id });
  await buildClass(portal.db, { organizationId: here.id, bankAccountId: shared.id });
  expect(await proposed()).toBe(second.id);
  await buildClass(portal.db, { ...at, bankAccountId: shared.id });
  expect(await proposed()).toBe(shared.id);
});

test.each([officeClass, classHistory])('$path of another branch is not found', async (endpoint) => {
  const { id } = await buildClass(portal.db);
  const params = { id: String(id) };
  expect((await portal.call(endpoint, { ...officer, params })).status).toBe(200);
  expect((await portal.call(endpoint, { ...officerThere, params })).status).toBe(404);
  expect((await portal.call(endpoint, { ...officer, params: { id: '999999' } })).status).toBe(404);
});

test('the history of a class has its publication', async () => {
  const { id } = await buildClass(portal.db, { publishedAt: null });
  await inTransaction(portal.db, (tx) => publishClass(tx, { id }, { actor: 'system', now: NOW }));
  const { answer } = await portal.call(classHistory, { ...officer, params: { id: String(id) } });
  expect(answer.map(({ action }) => action)).toEqual(['class.publish']);
});
