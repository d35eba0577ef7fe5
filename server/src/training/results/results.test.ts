import {
  correctResult,
  decideResult,
  publishResults,
  saveScores,
  scoreSheet,
} from '@portal/contract/office/training';
import { scores as traineeScores, trainingRecords } from '@portal/contract/training';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildOrganization,
  nameInstructor,
} from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { freeWhileWaiting, untilWaiting } from '../../../test/locks.ts';
import { courses, subjects } from '../../catalogue/tables.ts';
import { registrationEvents, registrations } from '../../enrolment/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { attendance, draftScores, results } from '../tables.ts';
import { saveScores as saveCells } from './save-scores.ts';

let portal: TestPortal;
let organizationId: number;
let elsewhereId: number;
let officer: Headers;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db)).id;
  elsewhereId = (await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' })).id;
  officer = (await enter('officer')).headers;
});
afterAll(() => portal.close());

type Headers = Record<string, string>;
const enter = async (role: 'officer' | 'instructor' | 'auditor', branch = organizationId) => {
  const staff = await buildStaff(portal.db, { name: '王承辦', grants: [grant(role, branch)] });
  return { staff, headers: { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) } };
};

/** A class that has begun, with confirmed people. */
const buildLesson = async (people = 1, startTime = NOW) => {
  const trainingClass = await buildClass(portal.db, { startTime });
  const asked = await portal.db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, trainingClass.courseId))
    .orderBy(asc(subjects.position));
  const accounts = [];
  const ids: number[] = [];
  for (let at = 0; at < people; at += 1) {
    const account = await buildAccount(portal.db);
    accounts.push(account);
    ids.push((await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' })).id);
  }
  return {
    trainingClass,
    ids,
    accounts,
    subjectIds: asked.map(({ id }) => id),
    params: { id: String(trainingClass.id) },
  };
};
type Lesson = Awaited<ReturnType<typeof buildLesson>>;

const idAt = (ids: readonly number[], at = 0): number => ids[at] ?? 0;

const look = async ({ params }: Lesson, headers = officer) =>
  (await portal.call(scoreSheet, { params, headers })).answer;
const person = async (lesson: Lesson, at = 0) => (await look(lesson)).people[at];

/** Cells by the place of person and subject. */
type Cell = [person: number, subject: number, score: number | null, version?: number];
const save = ({ ids, subjectIds, params }: Lesson, cells: Cell[], headers = officer) =>
  portal.call(saveScores, {
    params,
    headers,
    body: {
      cells: cells.map(([who, subject, score, version = 0]) => ({
        ...{ registrationId: idAt(ids, who), subjectId: idAt(subjectIds, subject) },
        ...{ score, version },
      })),
    },
  });

const decide = (lesson: Lesson, body: { decided: 1 | 2 | null; reason?: string; version?: number }, at = 0) =>
  portal.call(decideResult, {
    params: { ...lesson.params, registration: String(lesson.ids[at]) },
    headers: officer,
    body: { version: 0, ...body },
  });

/** Publishes what the sheet shows, or something else of the same person. */
const publish = async (
  lesson: Lesson,
  other: { version?: number; result?: 1 | 2 } = {},
  headers = officer,
) => {
  const { people } = await look(lesson);
  const seen = people.map(({ registrationId, version, result }) => ({
    registrationId,
    version,
    result: result ?? 1,
    ...other,
  }));
  return portal.call(publishResults, { params: lesson.params, headers, body: { people: seen } });
};

const correct = (lesson: Lesson, body: object, headers = officer) =>
  portal.call(correctResult, {
    params: { ...lesson.params, registration: String(lesson.ids[0]) },
    headers,
    body: { result: 2, reason: '術科重評', scores: [], version: 0, ...body },
  });

const lastEvent = async (registrationId: number) => {
  const rows = await portal.db
    .select({
      action: registrationEvents.action,
      note: registrationEvents.note,
      data: registrationEvents.data,
    })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registrationId))
    .orderBy(asc(registrationEvents.id));
  return rows.at(-1);
};

const mailsTo = async (account: { id: number } | undefined) =>
  portal.db
    .select({ template: mails.template, data: mails.data })
    .from(mails)
    .where(and(eq(mails.accountId, account?.id ?? 0)))
    .orderBy(asc(mails.template));

/** The class in the trainee's records. */
const seenByTrainee = async ({ trainingClass, accounts: [account] }: Lesson) => {
  const token = account && (await logIn(portal.db, account));
  const records = await portal.call(trainingRecords, { token, query: { type: 'Normal' } });
  const reached = await portal.call(traineeScores, { token, params: { code: trainingClass.code } });
  const [record] = records.answer as { state: number | null }[];
  return [record?.state, reached.answer.data.map(({ score }) => score)];
};

test('scores are a draft that proposes a result', async () => {
  const lesson = await buildLesson();
  expect(await person(lesson)).toMatchObject({
    state: 'draft',
    scores: [
      { score: null, version: 0 },
      { score: null, version: 0 },
    ],
    proposal: {
      result: null,
      reasons: [
        { kind: 'score_missing', subject: '學科測驗' },
        { kind: 'score_missing', subject: '術科測驗' },
      ],
    },
    result: null,
    version: 0,
  });
  const { answer } = await save(lesson, [
    [0, 0, 88.5],
    [0, 1, 69.9],
  ]);
  expect(answer.cells.map(({ done }) => done)).toEqual([true, true]);
  expect(answer.people[0]).toMatchObject({
    scores: [
      { score: 88.5, version: 1 },
      { score: 69.9, version: 1 },
    ],
    proposal: {
      result: 2,
      reasons: [{ kind: 'score_low', subject: '術科測驗', score: 69.9, passScore: 70 }],
    },
    result: 2,
    version: 1,
  });
  await save(lesson, [[0, 1, 70, 1]]);
  expect(await person(lesson)).toMatchObject({ result: 1, version: 2 });
  expect(await lastEvent(idAt(lesson.ids))).toEqual({
    action: 'training.draft',
    note: null,
    data: { scores: ['術科測驗 69.9 → 70'] },
  });
  expect(await seenByTrainee(lesson)).toEqual([null, []]);
});

test('attendance below the rule of the course fails, and more marks may change that', async () => {
  const lesson = await buildLesson();
  const { courseId } = lesson.trainingClass;
  await portal.db.update(courses).set({ attendanceMinimum: 80 }).where(eq(courses.id, courseId));
  const { id: sessionId } = await buildClassSession(portal.db, {
    classId: lesson.trainingClass.id,
    date: '2026-12-01',
  });
  await save(lesson, [
    [0, 0, 100],
    [0, 1, 100],
  ]);
  expect((await person(lesson))?.proposal).toEqual({
    result: null,
    reasons: [{ kind: 'unmarked', sessions: 1 }],
  });
  const mark = {
    registrationId: idAt(lesson.ids),
    sessionId,
    version: 1,
    updatedBy: 'staff:1',
    updatedAt: NOW,
  };
  await portal.db.insert(attendance).values({ ...mark, state: 'absent' });
  expect((await person(lesson))?.proposal).toEqual({
    result: 2,
    reasons: [{ kind: 'attendance_low', percent: 0, minimum: 80 }],
  });
  await portal.db.update(attendance).set({ state: 'present' }).where(eq(attendance.sessionId, sessionId));
  expect((await person(lesson))?.proposal).toEqual({ result: 1, reasons: [] });
  await portal.db.update(courses).set({ attendanceMinimum: 0 }).where(eq(courses.id, courseId));
});

describe('two people who enter scores at once', () => {
  test('in different cells of one trainee, lose nothing', async () => {
    const lesson = await buildLesson();
    await save(lesson, [[0, 0, 80]]);
    const { answer } = await save(lesson, [[0, 1, 90]], (await enter('officer')).headers);
    expect(answer.cells[0]?.done).toBe(true);
    expect((await person(lesson))?.scores.map(({ score }) => score)).toEqual([80, 90]);
  });

  test('in the same cell, the first score stays and the second person is told', async () => {
    const lesson = await buildLesson();
    await save(lesson, [[0, 0, 80]]);
    const { answer } = await save(lesson, [
      [0, 0, 60],
      [0, 1, 90],
    ]);
    expect(answer.cells.map(({ done, why }) => [done, why])).toEqual([
      [false, '王承辦 已於 2026-12-01（二）10:00 改為「80」'],
      [true, null],
    ]);
    expect(answer.people[0]?.scores.map(({ score }) => score)).toEqual([80, 90]);
    expect((await save(lesson, [[0, 0, 60, 1]])).answer.cells[0]?.done).toBe(true);
  });

  test('with the same score, both succeed', async () => {
    const lesson = await buildLesson();
    await save(lesson, [[0, 0, 80]]);
    expect((await save(lesson, [[0, 0, 80]])).answer.cells[0]?.done).toBe(true);
    expect((await person(lesson))?.version).toBe(1);
  });

  test('a score waits for a change of its registration, and for no other', async () => {
    const lesson = await buildLesson(2);
    const { saving } = await inTransaction(portal.db, async (tx) => {
      const held = eq(registrations.id, idAt(lesson.ids));
      await tx.select().from(registrations).where(held).for('no key update');
      expect((await save(lesson, [[1, 0, 70]])).answer.cells[0]?.done).toBe(true);
      const waiting = save(lesson, [[0, 0, 80]]);
      await untilWaiting(portal.db, waiting);
      await tx.update(registrations).set({ result: 1 }).where(held);
      return { saving: waiting };
    });
    expect((await saving).answer.cells[0]?.done).toBe(false);
    await portal.db
      .update(registrations)
      .set({ result: null })
      .where(eq(registrations.id, idAt(lesson.ids)));
  });
});

test('registrations are locked in the order of their ids, however they are stored and requested', async () => {
  const { trainingClass, ids, subjectIds } = await buildLesson(2);
  const [first = 0, second = 0] = ids;
  // Rewriting a row moves it to the end of the table.
  await portal.db.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, first));
  await portal.db.execute(sql`analyze registrations`);
  const cells = [second, first].map((registrationId) => ({
    ...{ registrationId, subjectId: idAt(subjectIds) },
    ...{ score: 80, version: 0 },
  }));
  const free = await freeWhileWaiting(
    portal.db,
    { table: registrations, ids },
    (tx) => tx.select().from(registrations).where(eq(registrations.id, first)).for('no key update'),
    (tx) => saveCells(tx, { classId: trainingClass.id, cells }, { actor: decidingStaff(), now: NOW }),
  );
  expect(free).toEqual([second]);
});

test('a changed score counts for its person alone, and its event shows the former one', async () => {
  const lesson = await buildLesson(2);
  const events = async (at: number) => (await lastEvent(idAt(lesson.ids, at)))?.data;
  await save(lesson, [
    [0, 0, 80],
    [1, 0, 70],
  ]);
  await save(lesson, [
    [0, 0, 85, 1],
    [1, 0, 70, 1],
  ]);
  expect((await look(lesson)).people.map(({ version }) => version)).toEqual([2, 1]);
  expect([await events(0), await events(1)]).toEqual([
    { scores: ['學科測驗 80 → 85'] },
    { scores: ['學科測驗 70'] },
  ]);
  await save(lesson, [[0, 0, null, 2]]);
  expect(await events(0)).toEqual({ scores: ['學科測驗 85 → （空白）'] });
  await save(lesson, [[0, 0, 60, 3]]);
  expect(await events(0)).toEqual({ scores: ['學科測驗 60'] });
});

test('a decision on a version that nobody has made is refused without a name', async () => {
  const lesson = await buildLesson();
  const { status, refusal } = await decide(lesson, { decided: 1, reason: '補考', version: 5 });
  expect([status, refusal.message]).toEqual([409, expect.stringContaining('系統')]);
  expect(refusal.message).toContain('稍早');
});

test.each([
  ['above the full score', 100.5, '請填 0 至 100，至多一位小數'],
  ['below 0', -1, '請填 0 至 100，至多一位小數'],
  ['finer than a tenth', 88.55, '請填 0 至 100，至多一位小數'],
])('a score %s is refused, the others are kept', async (_, score, why) => {
  const lesson = await buildLesson();
  const { answer } = await save(lesson, [
    [0, 0, score],
    [0, 1, 90],
  ]);
  expect(answer.cells.map((cell) => [cell.done, cell.why])).toEqual([
    [false, why],
    [true, null],
  ]);
  expect((await person(lesson))?.scores.map((cell) => cell.score)).toEqual([null, 90]);
});

test('a score of a subject of another course, or of somebody in another class, is refused', async () => {
  const [lesson, other] = [await buildLesson(), await buildLesson()];
  const foreign = { ...lesson, subjectIds: [999_999], ids: [...lesson.ids, ...other.ids] };
  expect((await save(foreign, [[0, 0, 80]])).answer.cells[0]?.why).toContain('沒有這個科目');
  const stranger = { ...lesson, ids: other.ids };
  expect((await save(stranger, [[0, 0, 80]])).answer.cells[0]?.why).toBe('尚未完成繳費，無法填寫成績');
  expect((await person(other))?.scores[0]?.score).toBeNull();
});

test('a score is deleted again', async () => {
  const lesson = await buildLesson();
  await save(lesson, [[0, 0, 80]]);
  await save(lesson, [[0, 0, null, 1]]);
  expect((await person(lesson))?.scores[0]).toEqual({ score: null, version: 2 });
  expect((await lastEvent(idAt(lesson.ids)))?.data).toEqual({ scores: ['學科測驗 80 → （空白）'] });
});

test('nothing is entered or published before the class begins', async () => {
  const lesson = await buildLesson(1, new Date(NOW.getTime() + 1));
  expect((await look(lesson)).started).toBe(false);
  expect((await save(lesson, [[0, 0, 80]])).status).toBe(422);
  expect((await decide(lesson, { decided: 2, reason: '缺考' })).status).toBe(422);
  expect((await publish(lesson)).status).toBe(422);
});

test.each([
  ['who has not paid', 'unpaid'],
  ['of another class', 'confirmed'],
] as const)('nothing is decided, published or corrected of a person %s', async (_, state) => {
  const lesson = await buildLesson();
  const trainingClass = state === 'unpaid' ? lesson.trainingClass : (await buildLesson(0)).trainingClass;
  const account = await buildAccount(portal.db);
  const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state });
  const stranger = { ...lesson, ids: [id] };
  const why = '尚未完成繳費，無法填寫成績';
  const refused = [await decide(stranger, { decided: 2, reason: '缺考' }), await correct(stranger, {})];
  expect(refused.map(({ status, refusal }) => [status, refusal.message])).toEqual([
    [422, why],
    [422, why],
  ]);
  await decide(lesson, { decided: 2, reason: '缺考' });
  const people = [...lesson.ids, id].map((registrationId, at) => ({
    ...{ registrationId, result: 2 as const },
    version: 1 - at,
  }));
  const { answer } = await portal.call(publishResults, {
    params: lesson.params,
    headers: officer,
    body: { people },
  });
  expect(answer.results.map(({ done, why: reason }) => [done, reason])).toEqual([
    [true, null],
    [false, why],
  ]);
  expect(await portal.db.select().from(results).where(eq(results.registrationId, id))).toEqual([]);
});

describe('staff decide', () => {
  test('otherwise than proposed only with a reason', async () => {
    const lesson = await buildLesson();
    const none = await decide(lesson, { decided: 2 });
    expect([none.status, none.refusal.errors]).toEqual([422, { reason: ['與建議結果不同，請填寫原因'] }]);
    const { answer } = await decide(lesson, { decided: 2, reason: '缺考' });
    expect(answer).toMatchObject({ decided: 2, reason: '缺考', result: 2, version: 1 });
    expect(await lastEvent(idAt(lesson.ids))).toMatchObject({
      action: 'training.decide',
      note: '缺考',
      data: { result: 2 },
    });
  });

  test('as proposed without one, and the result then follows the proposal', async () => {
    const lesson = await buildLesson();
    await save(lesson, [
      [0, 0, 80],
      [0, 1, 80],
    ]);
    expect((await decide(lesson, { decided: 1, version: 1 })).answer).toMatchObject({
      decided: null,
      result: 1,
      version: 2,
    });
    await save(lesson, [[0, 1, 60, 1]]);
    expect(await person(lesson)).toMatchObject({ decided: null, result: 2 });
  });

  test('nothing any more, and the reason is deleted with the decision', async () => {
    const lesson = await buildLesson();
    await decide(lesson, { decided: 2, reason: '缺考' });
    expect((await decide(lesson, { decided: null, version: 1 })).answer).toMatchObject({
      ...{ decided: null, reason: null },
      ...{ result: null, version: 2 },
    });
  });

  test('nothing if scores have changed meanwhile', async () => {
    const lesson = await buildLesson();
    await save(lesson, [[0, 0, 80]]);
    const { status, refusal } = await decide(lesson, { decided: 2, reason: '缺考' });
    expect([status, refusal.message]).toEqual([
      409,
      '王承辦 已於 2026-12-01（二）10:00 修改此成績，請確認後再試',
    ]);
  });
});

const passed: Cell[] = [
  [0, 0, 88.5],
  [0, 1, 90],
];

describe('publication', () => {
  test('shows the trainee scores and result, and tells them by mail', async () => {
    const lesson = await buildLesson();
    await save(lesson, passed);
    expect((await publish(lesson)).answer).toMatchObject({
      results: [{ done: true, why: null }],
      people: [
        {
          ...{ state: 'published', result: 1, version: 2 },
          scores: [
            { score: 88.5, version: 0 },
            { score: 90, version: 0 },
          ],
        },
      ],
    });
    expect(await seenByTrainee(lesson)).toEqual([1, [88.5, 90]]);
    expect(await lastEvent(idAt(lesson.ids))).toMatchObject({
      action: 'training.result',
      data: { result: 1, scores: ['學科測驗 88.5', '術科測驗 90'] },
    });
    const [mail] = await mailsTo(lesson.accounts[0]);
    expect(mail).toMatchObject({ template: 'result_published', data: { result: '合格' } });
    expect(
      await portal.db
        .select()
        .from(draftScores)
        .where(eq(draftScores.registrationId, idAt(lesson.ids))),
    ).toEqual([]);
  });

  test('again changes nothing and mails nobody', async () => {
    const lesson = await buildLesson();
    await save(lesson, passed);
    await publish(lesson);
    expect((await publish(lesson)).answer).toMatchObject({
      results: [{ done: true }],
      people: [{ version: 2 }],
    });
    expect(await mailsTo(lesson.accounts[0])).toHaveLength(1);
  });

  test('leaves out people without all scores, and publishes the others', async () => {
    const lesson = await buildLesson(2);
    await save(lesson, passed);
    const { answer } = await publish(lesson);
    expect(answer.results.map(({ done, why }) => [done, why])).toEqual([
      [true, null],
      [false, '成績尚未完整，請先登錄成績或判定結果'],
    ]);
  });

  test('of a result decided by staff has the reason in its event only', async () => {
    const lesson = await buildLesson();
    await decide(lesson, { decided: 2, reason: '未到考' });
    await publish(lesson);
    expect(await seenByTrainee(lesson)).toEqual([2, []]);
    expect((await lastEvent(idAt(lesson.ids)))?.note).toBe('未到考');
    expect(JSON.stringify(await mailsTo(lesson.accounts[0]))).not.toContain('未到考');
  });

  test('publishes only scores that the sender has seen', async () => {
    const lesson = await buildLesson();
    await save(lesson, passed);
    const old = await publish(lesson, { version: 0 });
    const other = await publish(lesson, { result: 2 });
    expect([...old.answer.results, ...other.answer.results].map(({ done, why }) => [done, why])).toEqual([
      [false, '王承辦 已於 2026-12-01（二）10:00 修改此成績，請確認後再試'],
      [false, '建議結果已變更，請重新載入並確認後再試'],
    ]);
    expect(await seenByTrainee(lesson)).toEqual([null, []]);
  });

  test('tells a second officer who has published or corrected the result', async () => {
    const lesson = await buildLesson();
    await save(lesson, passed);
    const seen = { version: 1 };
    const { staff, headers } = await enter('officer');
    await portal.db.update(staffAccounts).set({ name: '林承辦' }).where(eq(staffAccounts.id, staff.id));
    await publish(lesson, seen);
    const [second] = (await publish(lesson, seen, headers)).answer.results;
    expect(second?.why).toBe('王承辦 已於 2026-12-01（二）10:00 公布此成績，請確認後再試');
    const own = { isDecided: true, decidedReason: '未應試' };
    await correct(lesson, { version: 2, ...own }, headers);
    const late = await correct(lesson, { version: 2, ...own });
    expect([late.status, late.refusal.message]).toEqual([
      409,
      '林承辦 已於 2026-12-01（二）10:00 更正此成績，請確認後再試',
    ]);
    expect(await mailsTo(lesson.accounts[0])).toHaveLength(2);
  });

  test('ends the draft', async () => {
    const lesson = await buildLesson();
    await save(lesson, passed);
    await publish(lesson);
    expect((await save(lesson, [[0, 0, 10]])).answer.cells[0]).toMatchObject({
      done: false,
      why: '成績已公布，請以更正辦理',
    });
    expect((await decide(lesson, { decided: 2, reason: 'x', version: 2 })).status).toBe(422);
    expect((await publish(lesson, { result: 2 })).answer.results).toMatchObject([
      { done: false, why: '成績已公布，請以更正辦理' },
    ]);
    expect(await seenByTrainee(lesson)).toEqual([1, [88.5, 90]]);
  });
});

describe('a correction', () => {
  const published = async () => {
    const lesson = await buildLesson();
    await save(lesson, passed);
    await publish(lesson);
    return lesson;
  };
  const correctedTo = ({ subjectIds }: Lesson, ...scores: number[]) =>
    scores.map((score, at) => ({ subjectId: idAt(subjectIds, at), score }));

  test('replaces the result that trainees see, with an event and a mail', async () => {
    const lesson = await published();
    const scores = correctedTo(lesson, 88.5, 60);
    const { answer } = await correct(lesson, { version: 2, scores });
    expect(answer).toMatchObject({ state: 'corrected', result: 2, reason: '術科重評', version: 3 });
    expect(await seenByTrainee(lesson)).toEqual([2, [88.5, 60]]);
    expect(await lastEvent(idAt(lesson.ids))).toEqual({
      action: 'training.correct',
      note: '術科重評',
      data: { result: 2, scores: ['學科測驗 88.5', '術科測驗 60'] },
    });
    expect(await mailsTo(lesson.accounts[0])).toMatchObject([
      { template: 'result_corrected', data: { result: '不合格', reason: '術科重評' } },
      { template: 'result_published' },
    ]);
  });

  describe('to a failing score', () => {
    const keep = { result: 1, isDecided: true, decidedReason: '補考後採計 72 分' };
    const recomputed = '術科測驗 60 < 70 → 不合格。若仍要判定為「合格」，請勾選自行判定並填寫判定原因';

    test.each([
      ['without a tick', { result: 1 }, { isDecided: [recomputed] }],
      ['with a reason, but without a tick', { ...keep, isDecided: false }, { isDecided: [recomputed] }],
      [
        'without a reason for it',
        { ...keep, decidedReason: ' ' },
        { decidedReason: ['結果與計算不同，請填寫判定原因'] },
      ],
    ])('keeps no pass %s', async (_, body, errors) => {
      const lesson = await published();
      const answer = await correct(lesson, { version: 2, scores: correctedTo(lesson, 88.5, 60), ...body });
      expect([answer.status, answer.refusal.errors]).toEqual([422, errors]);
      expect(await seenByTrainee(lesson)).toEqual([1, [88.5, 90]]);
      expect(await mailsTo(lesson.accounts[0])).toHaveLength(1);
    });

    test('keeps the pass with a tick and a reason, which stays in the history', async () => {
      const lesson = await published();
      const { answer } = await correct(lesson, {
        version: 2,
        scores: correctedTo(lesson, 88.5, 60),
        ...keep,
      });
      expect(answer).toMatchObject({ state: 'corrected', result: 1, proposal: { result: 2 } });
      expect(await lastEvent(idAt(lesson.ids))).toMatchObject({
        note: '術科重評',
        data: { result: 1, decidedReason: '補考後採計 72 分' },
      });
      expect(JSON.stringify(await mailsTo(lesson.accounts[0]))).not.toContain('補考');
    });
  });

  test('that fails a person whose scores pass needs a tick as well', async () => {
    const lesson = await published();
    const scores = correctedTo(lesson, 88.5, 90);
    const { status, refusal } = await correct(lesson, { version: 2, scores, result: 2 });
    expect([status, refusal.errors?.isDecided?.[0]]).toEqual([422, expect.stringContaining('→ 合格')]);
    const own = { isDecided: true, decidedReason: '冒名應試' };
    expect((await correct(lesson, { version: 2, scores, result: 2, ...own })).answer.result).toBe(2);
  });

  test('is refused on an older version, without a reason, and with wrong scores', async () => {
    const lesson = await published();
    const wrong = [{ subjectId: idAt(lesson.subjectIds), score: 101 }];
    const answers = [
      await correct(lesson, { version: 1 }),
      await correct(lesson, { version: 2, reason: '' }),
      await correct(lesson, { version: 2, scores: wrong }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 422, 422]);
    expect(await seenByTrainee(lesson)).toEqual([1, [88.5, 90]]);
  });

  test('of a draft is refused', async () => {
    const lesson = await buildLesson();
    const { status, refusal } = await correct(lesson, {});
    expect([status, refusal.message]).toEqual([422, '成績尚未公布，請直接修改草稿']);
  });

  test('of a result that is older than drafts starts at version 0', async () => {
    const lesson = await buildLesson(0);
    const account = await buildAccount(portal.db);
    const { id } = await buildRegistration(portal.db, {
      ...{ class: lesson.trainingClass, account, state: 'confirmed' },
      result: 1,
    });
    const old = { ...lesson, ids: [id], accounts: [account] };
    expect(await person(old)).toMatchObject({ state: 'published', result: 1, version: 0 });
    const own = { isDecided: true, decidedReason: '未應試' };
    expect((await correct(old, own)).answer).toMatchObject({ state: 'corrected', result: 2, version: 1 });
    const [row] = await portal.db.select().from(results).where(eq(results.registrationId, id));
    expect(row).toMatchObject({ state: 'corrected', decided: 2 });
  });
});

describe('access', () => {
  const statuses = async (lesson: Lesson, headers: Headers) => {
    const seen = await portal.call(scoreSheet, { params: lesson.params, headers });
    const saved = await save(lesson, [[0, 0, 50]], headers);
    return [seen.status, saved.status, (await publish(lesson, {}, headers)).status];
  };

  test('instructors enter scores of the classes that name them, and publish none', async () => {
    const [lesson, other] = [await buildLesson(), await buildLesson()];
    const { staff, headers } = await enter('instructor');
    await nameInstructor(portal.db, lesson.trainingClass, staff);
    expect(await statuses(lesson, headers)).toEqual([200, 200, 403]);
    expect(await statuses(other, headers)).toEqual([404, 404, 403]);
    expect((await look(lesson, headers)).can).toEqual({ write: true, publish: false });
  });

  test('officers of another branch find nothing', async () => {
    const { headers } = await enter('officer', elsewhereId);
    const lesson = await buildLesson();
    expect(await statuses(lesson, headers)).toEqual([404, 404, 404]);
    expect((await correct(lesson, {}, headers)).status).toBe(404);
  });

  test('auditors read', async () => {
    expect(await statuses(await buildLesson(), (await enter('auditor')).headers)).toEqual([200, 403, 403]);
  });
});
