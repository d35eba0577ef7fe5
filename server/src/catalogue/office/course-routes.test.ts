import * as contract from '@portal/contract/office/catalogue';
import { settingRefusals } from '@portal/contract/refusals/settings';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { hostileHtml } from '../../../test/hostile-html.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { cleanHtml } from '../../platform/http/html.ts';
import { draftScores, scores } from '../../training/tables.ts';
import { findCourseSubjects } from '../courses/course-queries.ts';
import { editCourse } from '../courses/edit-course.ts';
import { refusingFaults } from '../courses/write-course.ts';
import { certificateKinds, courseDocuments, courses } from '../tables.ts';

/* 設定 › 訓練項目, through the calls. */

let portal: TestPortal;
let headers: Record<string, string>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const admin = await buildStaff(portal.db, { name: '周世昌', grants: [grant('admin')] });
  headers = { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, admin) };
  await portal.db.insert(certificateKinds).values({ id: 900, name: '急救證', type: 'ordinary', years: 2 });
});
afterAll(() => portal.close());

let serial = 0;
beforeEach(() => {
  serial += 1;
});

const theory = { name: '學科測驗', kind: '學科', fullScore: 100, passScore: 70 } as const;
const practice = { name: '術科測驗', kind: '術科', fullScore: 100, passScore: 80 } as const;

const formOf = (overrides: object = {}) => ({
  code: `T${serial}`,
  name: `急救訓練 ${serial}`,
  kindId: 900,
  hours: 16,
  attendanceMinimum: 80,
  fee: 2500,
  limitNumber: 24,
  paymentDays: 10,
  html: '<p>課程說明</p>',
  paidHtml: '<p>繳費說明</p>',
  info: '',
  subjects: [theory, practice],
  requires: [],
  documents: [{ name: '既有證照影本', hint: '正反面', required: true }],
  ...overrides,
});

const create = (overrides: object = {}, more: Record<string, string> = {}) =>
  portal.call(contract.createCourse, { body: formOf(overrides), headers: { ...headers, ...more } });

/** The form of a course as the page sends it back. */
const formAgain = ({ id: _, kind, ...course }: contract.Course) => ({ ...course, kindId: kind.id });

const edit = ({ id, ...course }: contract.Course, overrides: object = {}) =>
  portal.call(contract.editCourse, {
    params: { id: String(id) },
    body: { ...formAgain({ id, ...course }), ...overrides },
    headers,
  });

const show = async (id: number) =>
  (await portal.call(contract.course, { params: { id: String(id) }, headers })).answer;

const lastEvent = async (id: number) =>
  (
    await portal.db
      .select({ action: auditEvents.action, before: auditEvents.before, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.subject, 'course'), eq(auditEvents.subjectId, id)))
      .orderBy(auditEvents.id)
  ).at(-1);

/** A score in the first subject. */
const giveScore = async (courseId: number, points = 90.5) => {
  const [subject] = await findCourseSubjects(portal.db, courseId);
  const trainingClass = await buildClass(portal.db, { courseId });
  const account = await buildAccount(portal.db);
  const registration = await buildRegistration(portal.db, {
    class: trainingClass,
    account,
    state: 'confirmed',
  });
  const score = { registrationId: registration.id, subjectId: subject?.id ?? 0, score: points };
  await portal.db.insert(scores).values({ ...score, recordedAt: NOW });
};

test('a new course is last in the list, with all its fields', async () => {
  const { status, answer } = await create();
  expect([status, answer]).toEqual([
    200,
    {
      ...formAgain(answer),
      id: answer.id,
      kind: { id: 900, name: '急救證' },
      kindId: undefined,
      version: expect.any(Number),
      subjects: [
        { ...theory, id: expect.any(Number) },
        { ...practice, id: expect.any(Number) },
      ],
      documents: [{ id: expect.any(Number), name: '既有證照影本', hint: '正反面', required: true }],
    },
  ]);
  expect(answer).toMatchObject({
    hours: 16,
    attendanceMinimum: 80,
    fee: 2500,
    limitNumber: 24,
    paymentDays: 10,
  });
  const rows = (await portal.call(contract.courseList, { headers })).answer;
  expect(rows.at(-1)).toEqual({
    ...{ id: answer.id, code: answer.code, name: answer.name, kind: '急救證', hours: 16, fee: 2500 },
    ...{ limitNumber: 24, subjects: 2, classes: 0 },
  });
  expect(await lastEvent(answer.id)).toMatchObject({
    action: 'course.create',
    after: {
      ...{ code: answer.code, subjects: ['學科測驗（學科，滿分 100，及格 70）', expect.any(String)] },
      documents: ['既有證照影本（必備：正反面）'],
    },
  });
});

test('the event names a document that is optional and has no hint', async () => {
  const { answer } = await create({ documents: [{ name: '照片', hint: null, required: false }] });
  expect(await lastEvent(answer.id)).toMatchObject({ after: { documents: ['照片（選備）'] } });
});

test('a repeated call makes one course', async () => {
  const key = { 'idempotency-key': 'one-course' };
  const [first, again] = [await create({}, key), await create({}, key)];
  expect(again.answer).toEqual(first.answer);
});

test('courses that are added simultaneously get different ids', async () => {
  const added = await Promise.all(['X', 'Y', 'Z'].map((letter) => create({ code: `S${letter}${serial}` })));
  expect(new Set(added.map(({ answer }) => answer.id)).size).toBe(3);
});

test('the event of an edit holds the changes only', async () => {
  const { answer } = await create();
  const { answer: edited } = await edit(answer, { fee: '3000', name: '進階急救訓練' });
  expect(edited).toEqual({ ...answer, fee: 3000, name: '進階急救訓練', version: edited.version });
  expect(edited.version).toBeGreaterThan(answer.version);
  expect(await lastEvent(answer.id)).toEqual({
    action: 'course.edit',
    before: { fee: 2500, name: answer.name },
    after: { fee: 3000, name: '進階急救訓練' },
  });
});

test('an edit that changes nothing leaves the version', async () => {
  const { answer } = await create();
  expect((await edit(answer)).answer).toEqual(answer);
});

test('existing classes keep their fee and texts', async () => {
  const { answer } = await create();
  const trainingClass = await buildClass(portal.db, { courseId: answer.id, fee: 1800 });
  await edit(answer, { fee: 9000 });
  const shown = await portal.app.inject(`/api/class/${trainingClass.code}`);
  expect(shown.json()).toMatchObject({ fee: 1800 });
});

test('a save based on an older version is refused with the changes, and may be repeated', async () => {
  const { answer } = await create();
  await edit(answer, { fee: 3000 });
  const late = await edit(answer, { hours: 18 });
  expect(late.status).toBe(409);
  expect(late.refusal.newer).toMatchObject({
    changes: [
      { action: 'course.edit', actor: { name: '周世昌' }, changes: [{ field: 'fee', after: '3000' }] },
    ],
  });
  const { version } = late.refusal.newer as { version: number };
  expect((await edit(answer, { hours: 18, version })).status).toBe(200);
});

test('a form that was opened before the course was made is refused', async () => {
  const { answer } = await create();
  expect((await edit({ ...answer, version: 0 }, { fee: 3000 })).status).toBe(409);
});

test('staff who may not edit the settings of all branches change no course', async () => {
  const { answer } = await create();
  const branch = await buildOrganization(portal.db);
  const actor = asStaff({ id: 1, name: '管理員' }, [grant('admin', branch.id)]);
  const { version, kindId, ...form } = { ...formAgain(answer), fee: 1, info: '', requires: [] };
  const course = { ...form, kindId, id: answer.id, version };
  const editing = inTransaction(portal.db, (tx) => editCourse(tx, course, { actor, now: NOW }));
  await expect(editing).rejects.toMatchObject({ code: 'forbidden' });
  expect(await show(answer.id)).toEqual(answer);
});

test('a course without further information stores none', async () => {
  const { answer } = await create({ info: '' });
  const [row] = await portal.db.select().from(courses).where(eq(courses.id, answer.id));
  expect(row?.info).toBe(null);
});

test('faults other than those of the form keep their name', async () => {
  const lost = new Error('the connection was lost');
  await expect(refusingFaults(() => Promise.reject(lost))).rejects.toBe(lost);
});

test('of two simultaneous edits one is refused', async () => {
  const { answer } = await create();
  const both = await Promise.all([edit(answer, { fee: 1 }), edit(answer, { fee: 2 })]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

describe('subjects', () => {
  test('change order and names, and are added and removed', async () => {
    const { answer } = await create();
    const [first, second] = answer.subjects;
    const subjects = [
      { ...second, name: first?.name },
      { ...first, name: second?.name, passScore: 60 },
      { name: '口試', kind: '術科', fullScore: 50, passScore: 30 },
    ];
    const { answer: edited } = await edit(answer, { subjects });
    expect(edited.subjects).toEqual([subjects[0], subjects[1], { ...subjects[2], id: expect.any(Number) }]);
    const { answer: fewer } = await edit(edited, { subjects: [edited.subjects[2]] });
    expect(fewer.subjects).toEqual([edited.subjects[2]]);
  });

  test('with scores are kept, and their full score does not fall below a score', async () => {
    const { answer } = await create();
    await giveScore(answer.id);
    const [first, second] = answer.subjects;
    const text = (code: keyof typeof settingRefusals) =>
      settingRefusals[code].text.replaceAll('{name}', '學科測驗').replaceAll('{n}', '90');
    const removed = await edit(answer, { subjects: [second] });
    expect(removed.refusal.errors).toEqual({ subjects: [text('subject_has_scores')] });
    const lowered = await edit(answer, { subjects: [{ ...first, fullScore: 90 }, second] });
    expect(lowered.refusal.errors).toEqual({ subjects: [text('subject_score_above')] });
    expect((await edit(answer, { subjects: [{ ...first, fullScore: 91 }] })).status).toBe(200);
  });

  test('without a score in any draft are removed with the drafts, and those of others stay', async () => {
    const [{ answer }, { answer: other }] = [await create(), await create({ code: `O${serial}` })];
    const draft = async ({ id: courseId, subjects: [subject] }: contract.Course, score: number | null) => {
      const trainingClass = await buildClass(portal.db, { courseId });
      const account = await buildAccount(portal.db);
      const { id: registrationId } = await buildRegistration(portal.db, { class: trainingClass, account });
      const change = { version: 1, updatedBy: 'staff:1', updatedAt: NOW };
      const row = { registrationId, subjectId: subject?.id ?? 0, score, ...change };
      await portal.db.insert(draftScores).values(row);
      return registrationId;
    };
    await draft(answer, null);
    const kept = await draft(other, 50);
    const [, second] = answer.subjects;
    expect((await edit(answer, { subjects: [second] })).status).toBe(200);
    const left = await portal.db.select({ id: draftScores.registrationId }).from(draftScores);
    expect(left).toEqual([{ id: kept }]);
    const [, last] = other.subjects;
    const refused = await edit(other, { subjects: [last] });
    expect(refused.refusal.errors).toHaveProperty('subjects');
  });

  test('may have a full score that is the highest score', async () => {
    const { answer } = await create();
    await giveScore(answer.id, 91);
    const [first, second] = answer.subjects;
    expect((await edit(answer, { subjects: [{ ...first, fullScore: 91 }, second] })).status).toBe(200);
  });

  test('named twice are refused', async () => {
    const { answer } = await create();
    const [first] = answer.subjects;
    const subjects = [first, { ...first, name: '又一次' }];
    expect((await edit(answer, { subjects })).status).toBe(409);
    expect(await show(answer.id)).toEqual(answer);
  });

  test('of another course are refused', async () => {
    const [{ answer: other }, { answer }] = [await create({ code: `O${serial}` }), await create()];
    const { status } = await edit(answer, { subjects: other.subjects });
    expect(status).toBe(409);
    expect(await show(other.id)).toEqual(other);
  });
});

test('an edit leaves the parts of other courses', async () => {
  const { answer: basic } = await create({ code: `B${serial}` });
  const [{ answer: other }, { answer }] = [
    await create({ code: `O${serial}`, requires: [basic.id] }),
    await create({ requires: [basic.id] }),
  ];
  const { answer: edited } = await edit(answer, {
    subjects: answer.subjects.slice(1),
    documents: [],
    requires: [],
  });
  expect(edited).toMatchObject({ subjects: answer.subjects.slice(1), documents: [], requires: [] });
  expect(await show(other.id)).toEqual(other);
});

test('a document of another course, or one that was withdrawn, is refused and keeps its name', async () => {
  const [{ answer: other }, { answer }] = [await create({ code: `O${serial}` }), await create()];
  const { answer: edited } = await edit(answer, { documents: [] });
  for (const documents of [other.documents, answer.documents])
    expect((await edit(edited, { documents })).status).toBe(409);
  const [{ id = 0 } = {}] = answer.documents;
  await edit(edited, { documents: [{ name: '新文件', hint: null, required: false }] });
  const [withdrawn] = await portal.db.select().from(courseDocuments).where(eq(courseDocuments.id, id));
  expect(withdrawn).toMatchObject({ name: '既有證照影本', withdrawnAt: NOW });
});

describe('prerequisites', () => {
  test('are other courses, without cycles', async () => {
    const { answer: basic } = await create({ code: `B${serial}` });
    const { answer: coach } = await create({ code: `C${serial}`, name: '教練訓練', requires: [basic.id] });
    expect(coach.requires).toEqual([{ id: basic.id, name: basic.name }]);
    const circle = await edit(basic, { requires: [coach.id] });
    expect(circle.refusal.errors).toEqual({
      requires: [settingRefusals.course_requires_circle.text.replace('{name}', '教練訓練')],
    });
    expect((await edit(basic, { requires: [basic.id] })).status).toBe(422);
    expect((await edit(coach, { requires: [] })).answer.requires).toEqual([]);
  });

  test('that do not exist are refused', async () => {
    const { refusal } = await create({ requires: [987_654] });
    expect(refusal.errors).toEqual({ requires: [settingRefusals.course_requires_unknown.text] });
  });
});

test('documents change order and names; withdrawn ones keep the files that were added', async () => {
  const papers = ['甲', '乙'].map((name) => ({ name, hint: null, required: false }));
  const { answer } = await create({ documents: papers });
  const [first, second] = answer.documents;
  const documents = [
    { ...second, name: '甲' },
    { ...first, name: '乙' },
  ];
  const { answer: edited } = await edit(answer, { documents });
  expect(edited.documents).toEqual(documents);
  await edit(edited, { documents: [] });
  const rows = await portal.db
    .select({ name: courseDocuments.name, withdrawnAt: courseDocuments.withdrawnAt })
    .from(courseDocuments)
    .where(eq(courseDocuments.courseId, answer.id));
  expect(rows.toSorted((a, b) => a.name.localeCompare(b.name)).map(({ withdrawnAt }) => withdrawnAt)).toEqual(
    [NOW, NOW],
  );
});

test.each([
  ['a code in small letters', { code: 'abc' }, 'code'],
  ['a code that is taken', { code: 'TAKEN' }, 'code'],
  ['a name too long', { name: '名'.repeat(61) }, 'name'],
  ['an unknown kind', { kindId: 4321 }, 'kindId'],
  ['no hours', { hours: 0 }, 'hours'],
  ['hours that are no number', { hours: '八' }, 'hours'],
  ['a fee below zero', { fee: -1 }, 'fee'],
  ['a fee with cents', { fee: 99.5 }, 'fee'],
  ['more attendance than there is', { attendanceMinimum: 101 }, 'attendanceMinimum'],
  ['seats for nobody', { limitNumber: 0 }, 'limitNumber'],
  ['more than a year to pay', { paymentDays: 366 }, 'paymentDays'],
  ['a pass score above the full score', { subjects: [{ ...theory, passScore: 101 }] }, 'subjects'],
  ['two subjects of one name', { subjects: [theory, theory] }, 'subjects'],
  [
    'too many subjects',
    { subjects: Array.from({ length: 21 }, (_, at) => ({ ...theory, name: `${at}` })) },
    'subjects',
  ],
  ['a kind of subject that there is not', { subjects: [{ ...theory, kind: '筆試' }] }, 'subjects'],
  [
    'six documents',
    { documents: [1, 2, 3, 4, 5, 6].map((n) => ({ name: `${n}`, required: true })) },
    'documents',
  ],
  ['a text too long', { html: '字'.repeat(20_001) }, 'html'],
])('%s is refused under its field', async (_, wrong, field) => {
  await create({ code: 'TAKEN' });
  const before = (await portal.call(contract.courseList, { headers })).answer;
  const { status, refusal } = await create(wrong);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  expect((await portal.call(contract.courseList, { headers })).answer).toEqual(before);
});

test('hostile texts are stored clean, in each field', async () => {
  const { answer } = await create();
  for (const html of hostileHtml.filter((each) => each.length <= 20_000)) {
    const current = await show(answer.id);
    const { answer: edited } = await edit(current, { html, paidHtml: html, info: html });
    const clean = cleanHtml(html);
    expect([edited.html, edited.paidHtml, edited.info]).toEqual([clean, clean, clean]);
  }
  const [row] = await portal.db.select().from(courses).where(eq(courses.id, answer.id));
  expect(row?.html).toBe(cleanHtml(row?.html ?? ''));
});

test('the history names actors and actions', async () => {
  const { answer } = await create();
  await edit(answer, { limitNumber: 30 });
  const history = await portal.call(contract.courseHistory, { params: { id: String(answer.id) }, headers });
  expect(history.answer.map(({ action, actor }) => [action, actor.name])).toEqual([
    ['course.edit', '周世昌'],
    ['course.create', '周世昌'],
  ]);
});

test('a course that does not exist is not found', async () => {
  for (const endpoint of [contract.course, contract.courseHistory]) {
    expect((await portal.call(endpoint, { params: { id: '987654' }, headers })).status).toBe(404);
  }
  const { answer } = await create();
  expect((await edit({ ...answer, id: 987_654 })).status).toBe(404);
});
