import * as calls from '@portal/contract/office/classes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import {
  buildAttachment,
  buildBankAccount,
  buildClass,
  buildClassWithSession,
  buildCourse,
  buildOrganization,
  nameInstructor,
} from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
});
afterAll(() => portal.close());

let serial = 0;
/** A branch of its own, with its officer. */
const buildBranch = async () => {
  serial += 1;
  const branch = await buildOrganization(portal.db, { code: `B${serial}`, name: `第 ${serial} 分會` });
  return { ...branch, officer: await enterAs(portal.db, grant('officer', branch.id)) };
};
type Branch = Awaited<ReturnType<typeof buildBranch>>;

const fromCourse = async ({ id, officer }: Branch, as = officer) => {
  const query = { organization: String(id), course: String((await buildCourse(portal.db)).id) };
  return portal.call(calls.classFromCourse, { ...as, query });
};

test('the first class of a branch begins with the defaults of its course', async () => {
  const branch = await buildBranch();
  await buildClass(portal.db, {
    place: '別的分會教室',
    bankAccountId: (await buildBankAccount(portal.db)).id,
  });
  const { answer } = await fromCourse(branch);
  expect(answer).toEqual({
    ...{ code: `${branch.code}-CPR-0001`, organizationId: branch.id, courseId: expect.any(Number) },
    ...{ limitNumber: 30, fee: 0, paymentDays: 7, html: '', paidHtml: '', info: null, staffNote: '' },
    ...{ place: '', contactName: '', contactPhone: '', bankAccountId: null, minimumNumber: null },
    ...{ hours: null, groupCode: null, instructorIds: [], sessions: [] },
    ...{ personalAllow: true, groupAllow: true, applyFrom: null, applyUntil: null, copyOf: null },
  });
});

test('a further class has the place and the contact of the latest', async () => {
  const branch = await buildBranch();
  const build = (place: string, facts: object = {}) =>
    buildClass(portal.db, {
      ...{ organizationId: branch.id, place, contactName: `${place}聯絡人`, contactPhone: '02-2' },
      ...facts,
    });
  await build('第一教室');
  await build('第二教室', { publishedAt: new Date(0) });
  await build('別處', { organizationId: (await buildBranch()).id });
  expect((await fromCourse(branch)).answer).toMatchObject({
    ...{ place: '第二教室', contactName: '第二教室聯絡人', contactPhone: '02-2' },
  });
});

test('staff of another branch get no draft', async () => {
  const [branch, other] = [await buildBranch(), await buildBranch()];
  const { status, refusal } = await fromCourse(branch, other.officer);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['organizationId']]);
});

test('a copy of a class has all but its code and its people', async () => {
  const branch = await buildBranch();
  const group = await buildGroup(portal.db);
  const account = await buildBankAccount(portal.db, { organizationId: branch.id });
  const values = {
    ...{ limitNumber: 12, minimumNumber: 4, fee: 800, paymentDays: 3, hours: 6, bankAccountId: account.id },
    ...{ place: '教室', contactName: '王承辦', contactPhone: '02-3', personalAllow: false, groupAllow: true },
    ...{ html: '<p>介紹</p>', paidHtml: '<p>繳費</p>', info: '<p>說明</p>', staffNote: '備註' },
  };
  const trainingClass = await buildClassWithSession(portal.db, {
    ...values,
    ...{ organizationId: branch.id, code: `${branch.code}-CPR-0007`, groupId: group.id },
    applyFrom: new Date('2026-12-01T00:00:00Z'),
  });
  const instructor = await enterAs(portal.db, grant('instructor', branch.id));
  await nameInstructor(portal.db, trainingClass, instructor.staff);
  await buildAttachment(portal.db, { classId: trainingClass.id });
  const copy = ({ officer }: Branch) =>
    portal.call(calls.classFromClass, { ...officer, params: { id: String(trainingClass.id) } });
  expect((await copy(branch)).answer).toEqual({
    ...values,
    ...{ code: `${branch.code}-CPR-0008`, organizationId: branch.id, courseId: trainingClass.courseId },
    ...{ groupCode: group.code, instructorIds: [instructor.staff.id] },
    sessions: [{ date: '2026-12-31', from: '09:00', to: '17:00', place: null, instructor: null }],
    ...{ applyFrom: '2026-12-01T08:00:00+08:00', applyUntil: null },
    copyOf: { id: trainingClass.id, code: trainingClass.code, attachments: 1 },
  });
  expect((await copy(await buildBranch())).status).toBe(404);
});

test('a copy of a class for everybody is for everybody', async () => {
  const branch = await buildBranch();
  const trainingClass = await buildClass(portal.db, { organizationId: branch.id });
  const params = { id: String(trainingClass.id) };
  const { answer } = await portal.call(calls.classFromClass, { ...branch.officer, params });
  expect(answer).toMatchObject({ groupCode: null, personalAllow: true, instructorIds: [], sessions: [] });
});
