import {
  correctResult,
  decideResult,
  downloadScores,
  importScores,
  previewScores,
  publishResults,
  saveScores,
} from '@portal/contract/office/training';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeBig5 } from '../../../demo/big5.ts';
import { fill, NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildOrganization, nameInstructor } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { oneForEachFault, sheetOf } from '../../../test/hostile-sheets.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { multipart } from '../../../test/multipart.ts';
import { record } from '../../../test/plans/recorder.ts';
import { accounts } from '../../accounts/tables.ts';
import { auditEvents } from '../../audit/tables.ts';
import { subjects } from '../../catalogue/tables.ts';
import { registrationEvents, registrations } from '../../enrolment/tables.ts';
import { mails } from '../../mail/tables.ts';
import { sheetRows } from '../../platform/sheets/sheet-rows.ts';
import { draftScores, results, scores } from '../tables.ts';
import { readScoreFile, scoreWidths } from './score-file.ts';

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

const NAMES = ['王小明', '李小華', '陳小美'];

/** A class that has begun, with three confirmed people. */
const buildLesson = async (startTime = NOW, names = NAMES) => {
  const trainingClass = await buildClass(portal.db, { startTime });
  const ids: number[] = [];
  for (const chineseName of names) {
    const account = await buildAccount(portal.db, { chineseName });
    ids.push((await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' })).id);
  }
  const asked = await portal.db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, trainingClass.courseId))
    .orderBy(asc(subjects.position));
  return {
    trainingClass,
    ids,
    subjectIds: asked.map(({ id }) => id),
    params: { id: String(trainingClass.id) },
  };
};
type Lesson = Awaited<ReturnType<typeof buildLesson>>;
type Cells = (string | number)[][];

/** The file as a spreadsheet shows it. */
const download = async ({ params }: Lesson, headers = officer) => {
  const { method, path } = downloadScores;
  const answer = await portal.app.inject({ method, url: fill(path, params), headers });
  if (answer.statusCode !== 200) return { status: answer.statusCode, rows: [], name: '' };
  const read = await sheetRows(answer.rawPayload, { maxRows: 1000, maxColumns: 40 });
  if (!('sheet' in read)) throw new Error(read.fault);
  const rows: Cells = read.sheet.rows.map((row) => [...row]);
  return { status: 200, rows, name: String(answer.headers['content-disposition']), bytes: answer.rawPayload };
};

const formOf = async (bytes: Uint8Array, fields: Record<string, string>, headers: Headers) => {
  const form = await multipart({
    fields,
    file: { bytes, name: '成績.xlsx', type: 'application/octet-stream' },
  });
  return { body: form.body, headers: { ...headers, ...form.headers } };
};

const preview = async ({ params }: Lesson, rows: Cells | Uint8Array, headers = officer) => {
  const bytes = Array.isArray(rows) ? await sheetOf(rows) : rows;
  return portal.call(previewScores, { params, ...(await formOf(bytes, {}, headers)) });
};

const upload = async (
  lesson: Lesson,
  rows: Cells,
  sent: string | Record<string, string>,
  headers = officer,
) =>
  portal.call(importScores, {
    params: lesson.params,
    ...(await formOf(await sheetOf(rows), typeof sent === 'string' ? { seen: sent } : sent, headers)),
  });

/** Uploads after a look at the preview. */
const lookAndUpload = async (lesson: Lesson, rows: Cells, headers = officer) =>
  upload(lesson, rows, (await preview(lesson, rows, headers)).answer.seen, headers);

/** The downloaded rows with some cells filled in: row and column from 0, the head is row 0. */
const filled = async (lesson: Lesson, ...cells: [row: number, column: number, value: string | number][]) => {
  const { rows } = await download(lesson);
  const valueAt = (row: number, column: number) =>
    cells.find(([r, c]) => r === row && c === column)?.[2] ?? rows[row]?.[column] ?? '';
  return rows.map((_, row) => (rows[0] ?? []).map((_head, column) => valueAt(row, column)));
};

const FIRST = 4;
const SECOND = 5;

const saveCell = ({ ids, subjectIds, params }: Lesson, score: number, version = 0, person = 0) =>
  portal.call(saveScores, {
    params,
    headers: officer,
    body: {
      cells: [{ registrationId: ids[person] ?? 0, subjectId: subjectIds[0] ?? 0, score, version }],
    },
  });

const draftsOf = async ({ ids }: Lesson) => {
  const rows = await portal.db
    .select({ id: draftScores.registrationId, score: draftScores.score })
    .from(draftScores)
    .orderBy(asc(draftScores.registrationId), asc(draftScores.subjectId));
  return rows.filter(({ id }) => ids.includes(id)).map(({ id, score }) => [ids.indexOf(id), score]);
};

test('the file holds the class, its people, the subjects and the scores so far, and leaves its event', async () => {
  const lesson = await buildLesson();
  await saveCell(lesson, 88.5);
  const { rows, name } = await download(lesson);
  const [first = 0] = lesson.ids;
  expect(rows[0]).toEqual(['課程代碼', '識別碼（請勿更改）', '姓名', '身分證字號', '學科測驗', '術科測驗']);
  const own = rows.find((row) => row[2] === '王小明');
  expect(own?.slice(0, 2)).toEqual([lesson.trainingClass.code, `R${first}V1.0`]);
  expect(own?.[3]).toMatch(/^[A-Z][0-9]{2}\*+[0-9]{2}$/);
  expect(own?.slice(FIRST)).toEqual(['88.5']);
  expect(decodeURIComponent(name)).toContain(`${lesson.trainingClass.code} 成績登錄表.xlsx`);
  const [event] = await portal.db
    .select({ after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, 'class.paper'), eq(auditEvents.subjectId, lesson.trainingClass.id)));
  expect(event?.after).toEqual({ name: '成績登錄表', rows: 3 });
});

test('filled cells are shown in a preview, then stored as drafts with events', async () => {
  const lesson = await buildLesson();
  await saveCell(lesson, 60);
  const { rows: before } = await download(lesson);
  const at = (name: string) => before.findIndex((row) => row[2] === name);
  const rows = await filled(
    lesson,
    [at('王小明'), FIRST, 88.5],
    [at('王小明'), SECOND, '９０'],
    [at('李小華'), FIRST, 70],
  );
  const { answer } = await preview(lesson, rows);
  expect(answer.counts).toEqual({ changes: 3, corrections: 0, same: 0, row: 0, cell: 0, kept: 0 });
  expect(answer.changes).toContainEqual({
    row: at('王小明') + 1,
    name: '王小明',
    subject: '學科測驗',
    before: 60,
    after: 88.5,
  });
  expect(await draftsOf(lesson)).toEqual([[0, 60]]);

  const saved = await upload(lesson, rows, answer.seen);
  expect(saved.answer.saved).toBe(3);
  expect(await draftsOf(lesson)).toEqual([
    [0, 88.5],
    [0, 90],
    [1, 70],
  ]);
  const events = await portal.db
    .select({ data: registrationEvents.data })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, lesson.ids[0] ?? 0))
    .orderBy(asc(registrationEvents.id));
  expect(events.at(-1)?.data).toEqual({ scores: ['學科測驗 60 → 88.5', '術科測驗 90'] });
  expect((await upload(lesson, rows, answer.seen)).answer.saved).toBe(0);
});

test('an empty cell, a missing column and the score that is stored change nothing', async () => {
  const lesson = await buildLesson();
  await saveCell(lesson, 60);
  const { rows } = await download(lesson);
  expect((await preview(lesson, rows)).answer.counts).toMatchObject({ changes: 0, same: 1 });
  const shorter = rows.map((row) => row.slice(0, FIRST));
  expect((await preview(lesson, shorter)).answer.counts).toMatchObject({ changes: 0, same: 0 });
  expect((await lookAndUpload(lesson, shorter)).answer.saved).toBe(0);
});

test('rows and columns may stand in another order, with others between', async () => {
  const lesson = await buildLesson();
  const [head = [], ...people] = await filled(lesson, [1, FIRST, 70], [2, SECOND, 80]);
  const turned = [
    ['給講師的說明'],
    [...head].reverse(),
    [],
    ...people
      .toReversed()
      .map((row) => Array.from({ length: head.length }, (_, at) => row[head.length - 1 - at] ?? '')),
  ];
  turned[1]?.push('備註');
  const { answer } = await preview(lesson, turned);
  expect([answer.counts.changes, answer.ignored]).toEqual([2, ['備註']]);
});

describe('rows and cells that are left out, with the row number', () => {
  test.each([
    ['above the full score', 101, '請填 0 至 100，至多一位小數'],
    ['finer than a tenth', 88.55, '請填 0 至 100，至多一位小數'],
    ['a word', '缺考', '請填 0 至 100，至多一位小數'],
    ['a formula', '=SUM(1,2)', '請填 0 至 100，至多一位小數'],
    ['a formula that calls out', '=HYPERLINK("http://evil.example")', '請填 0 至 100，至多一位小數'],
  ])('a score: %s', async (_, value, why) => {
    const lesson = await buildLesson();
    const rows = await filled(lesson, [1, FIRST, value], [2, FIRST, 70]);
    const { answer } = await preview(lesson, rows);
    expect(answer.counts).toMatchObject({ changes: 1, cell: 1 });
    expect(answer.problems).toMatchObject([
      { kind: 'cell', row: 2, subject: '學科測驗', typed: String(value), why },
    ]);
    expect((await lookAndUpload(lesson, rows)).answer.saved).toBe(1);
  });

  test('a person who is not in the class, a person listed twice, a name of another row', async () => {
    const lesson = await buildLesson();
    const rows = await filled(lesson, [1, FIRST, 60], [2, FIRST, 70], [3, FIRST, 80]);
    const [head = [], first = [], second = [], third = []] = rows;
    const lost = [first[0] ?? '', 'R999999999V0.0', '不明', '', 90, 90];
    const typo = [first[0] ?? '', 'X1', '不明', '', 90, 90];
    const moved = second.with(2, first[2] ?? '');
    const unmarked = ['其他課程', '', '平均', '', 75, 75];
    const { answer } = await preview(lesson, [head, first, lost, typo, first, moved, third, unmarked]);
    expect(answer.problems.map(({ kind, row, why }) => [kind, row, why])).toEqual([
      ['row', 3, '不是本課程完成報名的學員，或「識別碼」已被更改'],
      ['row', 4, '不是本課程完成報名的學員，或「識別碼」已被更改'],
      ['row', 5, '這位學員在檔案中重複出現'],
      ['row', 6, '姓名與「識別碼」不符，可能是排序時未選取整列'],
      ['row', 8, '不是本課程完成報名的學員，或「識別碼」已被更改'],
    ]);
    expect(answer.counts).toEqual({ changes: 2, corrections: 0, same: 0, row: 5, cell: 0, kept: 0 });
  });

  test('a person whose registration was cancelled meanwhile', async () => {
    const lesson = await buildLesson();
    const rows = await filled(lesson, [1, FIRST, 60]);
    const id = Number(/^R(\d+)/.exec(String(rows[1]?.[1]))?.[1]);
    await portal.db.update(registrations).set({ state: 'cancelled' }).where(eq(registrations.id, id));
    expect((await preview(lesson, rows)).answer.counts).toMatchObject({ changes: 0, row: 1 });
    await portal.db.update(registrations).set({ state: 'confirmed' }).where(eq(registrations.id, id));
  });

  test('a result that was published after the download', async () => {
    const lesson = await buildLesson();
    const rows = await filled(lesson, [1, FIRST, 60], [2, FIRST, 70]);
    const id = Number(/^R(\d+)/.exec(String(rows[1]?.[1]))?.[1]);
    await portal.db.update(registrations).set({ result: 1 }).where(eq(registrations.id, id));
    const { answer } = await preview(lesson, rows);
    expect(answer.counts).toMatchObject({ changes: 1, kept: 1 });
    expect(answer.problems).toMatchObject([
      { kind: 'kept', row: 2, why: '系統 已於 稍早 公布此成績，請確認後再試' },
    ]);
    expect((await lookAndUpload(lesson, rows)).answer.saved).toBe(1);
    await portal.db.update(registrations).set({ result: null }).where(eq(registrations.id, id));
  });

  test('a score that a colleague entered after the download', async () => {
    const lesson = await buildLesson(NOW, ['王小明']);
    const rows = await filled(lesson, [1, FIRST, 60], [1, SECOND, 70]);
    await saveCell(lesson, 95);
    const { answer } = await preview(lesson, rows);
    expect(answer.counts).toMatchObject({ changes: 1, kept: 1 });
    expect(answer.problems).toMatchObject([
      { kind: 'kept', subject: '學科測驗', why: '下載後已有人改為「95」' },
    ]);
    await lookAndUpload(lesson, rows);
    expect(await draftsOf(lesson)).toEqual([
      [0, 95],
      [0, 70],
    ]);
  });
});

test('if scores change between preview and upload, nothing is written', async () => {
  const lesson = await buildLesson();
  const rows = await filled(lesson, [1, FIRST, 60], [2, FIRST, 70], [3, FIRST, 80]);
  const { answer } = await preview(lesson, rows);
  await saveCell(lesson, 95);
  const refused = await upload(lesson, rows, answer.seen);
  expect([refused.status, refused.refusal.errors?.file]).toEqual([409, ['成績在預覽後已有變更，請再次確認']]);
  expect(await draftsOf(lesson)).toEqual([[0, 95]]);
  expect((await lookAndUpload(lesson, rows)).answer.saved).toBe(2);
});

test('if a score is saved while the upload waits for its row, nothing is written', async () => {
  const lesson = await buildLesson();
  const rows = await filled(lesson, [1, FIRST, 60], [2, FIRST, 70], [3, FIRST, 80]);
  const { answer } = await preview(lesson, rows);
  const [registrationId = 0] = lesson.ids;
  const by = { version: 1, updatedBy: 'staff:1', updatedAt: NOW };
  const uploading = await portal.db.transaction(async (tx) => {
    await tx.select().from(registrations).where(eq(registrations.id, registrationId)).for('no key update');
    const sent = upload(lesson, rows, answer.seen);
    await untilWaiting(portal.db, sent);
    await tx
      .insert(draftScores)
      .values({ registrationId, subjectId: lesson.subjectIds[0] ?? 0, score: 95, ...by });
    return { sent };
  });
  const refused = await uploading.sent;
  expect([refused.status, refused.refusal.message]).toEqual([409, expect.stringContaining('改為「95」')]);
  expect(await draftsOf(lesson)).toEqual([[0, 95]]);
});

describe('a file of published results', () => {
  /** Published with 80 and 90, except the last person, whose scores are a draft. */
  const buildPublished = async (names = NAMES) => {
    const lesson = await buildLesson(NOW, names);
    const { ids, subjectIds, params } = lesson;
    const cells = ids
      .slice(0, -1)
      .flatMap((registrationId) =>
        subjectIds.map((subjectId, at) => ({ registrationId, subjectId, score: 80 + 10 * at, version: 0 })),
      );
    await portal.call(saveScores, { params, headers: officer, body: { cells } });
    const people = ids
      .slice(0, -1)
      .map((registrationId) => ({ registrationId, version: 1, result: 1 as const }));
    await portal.call(publishResults, { params, headers: officer, body: { people } });
    const accounts = await portal.db
      .select({ id: registrations.accountId, registrationId: registrations.id })
      .from(registrations)
      .where(inArray(registrations.id, ids));
    return { ...lesson, accounts };
  };
  type Published = Awaited<ReturnType<typeof buildPublished>>;

  const fillBy = async (
    lesson: Lesson,
    ...cells: [name: string, column: number, value: string | number][]
  ) => {
    const { rows } = await download(lesson);
    return filled(
      lesson,
      ...cells.map(([name, column, value]): [number, number, string | number] => [
        rows.findIndex((row) => row[2] === name),
        column,
        value,
      ]),
    );
  };

  const storedOf = async ({ ids }: Lesson, person: number) => {
    const id = ids[person] ?? 0;
    const [registration] = await portal.db.select().from(registrations).where(eq(registrations.id, id));
    const rows = await portal.db
      .select()
      .from(scores)
      .where(eq(scores.registrationId, id))
      .orderBy(asc(scores.subjectId));
    return [registration?.result, rows.map(({ score }) => score)];
  };

  const eventsOf = async ({ ids }: Lesson, person: number) =>
    portal.db
      .select({ note: registrationEvents.note, data: registrationEvents.data })
      .from(registrationEvents)
      .where(
        and(
          eq(registrationEvents.registrationId, ids[person] ?? 0),
          eq(registrationEvents.action, 'training.correct'),
        ),
      );

  const correctionMails = async ({ accounts, ids }: Published, person: number) =>
    portal.db
      .select({ data: mails.data })
      .from(mails)
      .where(
        and(
          eq(mails.accountId, accounts.find(({ registrationId }) => registrationId === ids[person])?.id ?? 0),
          eq(mails.template, 'result_corrected'),
        ),
      );

  test('shows each correction, and writes it with event and mail beside the drafts of others', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', SECOND, 60], ['李小華', FIRST, 85], ['陳小美', FIRST, 70]);
    expect(rows.map((row) => row[1])).toEqual(
      expect.arrayContaining([`R${lesson.ids[0]}P2`, `R${lesson.ids[2]}V0.0`]),
    );
    const { answer } = await preview(lesson, rows);
    expect(answer.counts).toMatchObject({ changes: 1, corrections: 2, same: 2, kept: 0 });
    expect(answer.corrections).toContainEqual({
      registrationId: lesson.ids[0],
      row: rows.findIndex((row) => row[2] === '王小明') + 1,
      name: '王小明',
      scores: [{ subject: '術科測驗', before: 90, after: 60 }],
      former: 1,
      computed: 2,
      why: '術科測驗 60 < 70 → 不合格',
      isMailed: true,
    });
    const saved = await upload(lesson, rows, { seen: answer.seen, reason: '重新評分' });
    expect([saved.answer.saved, saved.answer.corrected]).toEqual([1, 2]);
    expect(saved.answer.people.find(({ name }) => name === '王小明')).toMatchObject({
      ...{ state: 'corrected', result: 2, reason: '重新評分', version: 3 },
    });
    expect(await storedOf(lesson, 0)).toEqual([2, [80, 60]]);
    expect(await storedOf(lesson, 1)).toEqual([1, [85, 90]]);
    expect(await draftsOf(lesson)).toEqual([[2, 70]]);
    expect(await eventsOf(lesson, 0)).toEqual([
      { note: '重新評分', data: { result: 2, scores: ['學科測驗 80', '術科測驗 60'] } },
    ]);
    expect(await correctionMails(lesson, 0)).toMatchObject([
      { data: { result: '不合格', reason: '重新評分' } },
    ]);
    expect(await correctionMails(lesson, 1)).toMatchObject([{ data: { result: '合格' } }]);
    expect(await correctionMails(lesson, 2)).toEqual([]);

    const again = await upload(lesson, rows, { seen: answer.seen, reason: '重新評分' });
    expect([again.answer.saved, again.answer.corrected]).toEqual([0, 0]);
    expect(await correctionMails(lesson, 0)).toHaveLength(1);
  });

  test('keeps a former result with a tick and a reason, which stays in the history', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', SECOND, 60], ['李小華', SECOND, 65]);
    const { seen } = (await preview(lesson, rows)).answer;
    const sent = { seen, reason: '重新評分', keep: String(lesson.ids[0]) };
    const refused = await upload(lesson, rows, sent);
    expect([refused.status, refused.refusal.errors]).toEqual([
      422,
      { decidedReason: ['結果與計算不同，請填寫判定原因'] },
    ]);
    expect(await storedOf(lesson, 1)).toEqual([1, [80, 90]]);
    expect((await upload(lesson, rows, { ...sent, decidedReason: '補考通過' })).answer.corrected).toBe(2);
    expect(await storedOf(lesson, 0)).toEqual([1, [80, 60]]);
    expect(await storedOf(lesson, 1)).toEqual([2, [80, 65]]);
    expect((await eventsOf(lesson, 0))[0]?.data).toMatchObject({ result: 1, decidedReason: '補考通過' });
    expect((await eventsOf(lesson, 1))[0]?.data).not.toHaveProperty('decidedReason');
    expect(JSON.stringify(await correctionMails(lesson, 0))).not.toContain('補考');
  });

  test('is refused without a reason, and nothing of it is written', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', SECOND, 60], ['陳小美', FIRST, 70]);
    const { status, refusal } = await lookAndUpload(lesson, rows);
    expect([status, refusal.errors]).toEqual([422, { reason: ['請輸入更正原因'] }]);
    expect([await storedOf(lesson, 0), await draftsOf(lesson)]).toEqual([[1, [80, 90]], []]);
  });

  test('needs the tick where no result can be computed', async () => {
    const lesson = await buildLesson(NOW, ['王小明']);
    const { params, ids } = lesson;
    await saveCell(lesson, 80);
    const registration = String(ids[0]);
    const decision = { decided: 1 as const, reason: '抵免', version: 1 };
    await portal.call(decideResult, {
      params: { ...params, registration },
      headers: officer,
      body: decision,
    });
    const people = [{ registrationId: ids[0] ?? 0, version: 2, result: 1 as const }];
    await portal.call(publishResults, { params, headers: officer, body: { people } });
    const rows = await fillBy(lesson, ['王小明', FIRST, 90]);
    const { answer } = await preview(lesson, rows);
    expect(answer.corrections).toMatchObject([{ computed: null, why: '術科測驗未登錄 → 無法計算' }]);
    const sent = { seen: answer.seen, reason: '登錄錯誤', decidedReason: '抵免' };
    expect((await upload(lesson, rows, sent)).refusal.errors).toEqual({
      keep: ['王小明：術科測驗未登錄 → 無法計算，請勾選維持原結果，或改以單筆更正辦理'],
    });
    expect((await upload(lesson, rows, { ...sent, keep: registration })).answer.corrected).toBe(1);
    expect(await storedOf(lesson, 0)).toEqual([1, [90]]);
  });

  const correctAlone = ({ params, ids, subjectIds }: Lesson) =>
    portal.call(correctResult, {
      params: { ...params, registration: String(ids[0]) },
      headers: officer,
      body: {
        scores: subjectIds.map((subjectId) => ({ subjectId, score: 75 })),
        ...{ result: 1, reason: '登錄錯誤', version: 2 },
      },
    });

  test('leaves a result that was corrected after the download, and says by whom', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', SECOND, 60]);
    const { answer } = await preview(lesson, rows);
    await correctAlone(lesson);
    const refused = await upload(lesson, rows, { seen: answer.seen, reason: '重新評分' });
    expect([refused.status, refused.refusal.errors?.file]).toEqual([
      409,
      ['成績在預覽後已有變更，請再次確認'],
    ]);
    const kept = (await preview(lesson, rows)).answer;
    expect(kept.counts).toMatchObject({ corrections: 0, kept: 2 });
    expect(kept.problems[0]?.why).toMatch(/^王承辦 已於 .+ 更正此成績，請確認後再試$/);
    expect(await storedOf(lesson, 0)).toEqual([1, [75, 75]]);
  });

  test('is refused if a colleague corrects one of them between preview and upload', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', SECOND, 60], ['李小華', SECOND, 60]);
    const { answer } = await preview(lesson, rows);
    await correctAlone(lesson);
    const refused = await upload(lesson, rows, { seen: answer.seen, reason: '重新評分' });
    expect([refused.status, refused.refusal.errors?.file]).toEqual([
      409,
      ['成績在預覽後已有變更，請再次確認'],
    ]);
    expect(await storedOf(lesson, 1)).toEqual([1, [80, 90]]);
  });

  test('is refused if a colleague corrects one of them while the upload waits', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', SECOND, 60], ['李小華', SECOND, 60]);
    const { answer } = await preview(lesson, rows);
    const [registrationId = 0] = lesson.ids;
    const { sent } = await portal.db.transaction(async (tx) => {
      await tx.select().from(registrations).where(eq(registrations.id, registrationId)).for('no key update');
      const uploading = upload(lesson, rows, { seen: answer.seen, reason: '重新評分' });
      await untilWaiting(portal.db, uploading);
      await tx
        .update(results)
        .set({ state: 'corrected', version: 3 })
        .where(eq(results.registrationId, registrationId));
      return { sent: uploading };
    });
    const refused = await sent;
    expect([refused.status, refused.refusal.message]).toEqual([409, expect.stringContaining('更正此成績')]);
    expect(await storedOf(lesson, 1)).toEqual([1, [80, 90]]);
    expect(await correctionMails(lesson, 1)).toEqual([]);
  });

  test('corrects nobody whose row holds a score that cannot be read', async () => {
    const lesson = await buildPublished();
    const rows = await fillBy(lesson, ['王小明', FIRST, 60], ['王小明', SECOND, '缺考']);
    const { answer } = await preview(lesson, rows);
    expect(answer.counts).toMatchObject({ corrections: 0, cell: 1, kept: 1 });
    expect(answer.problems.map(({ kind, subject, why }) => [kind, subject, why])).toEqual([
      ['cell', '術科測驗', '請填 0 至 100，至多一位小數'],
      ['kept', '學科測驗', '同列有無法辨識的成績，已公布的成績不會更正'],
    ]);
  });

  test('of an instructor, who may not publish, corrects nothing', async () => {
    const lesson = await buildPublished();
    const { staff, headers } = await enter('instructor');
    await nameInstructor(portal.db, lesson.trainingClass, staff);
    const rows = await fillBy(lesson, ['王小明', SECOND, 60], ['陳小美', FIRST, 70]);
    const { answer } = await preview(lesson, rows, headers);
    expect(answer.counts).toMatchObject({ changes: 1, corrections: 0, kept: 1 });
    expect(answer.problems[0]?.why).toBe('成績已公布，請以更正辦理');
    expect((await lookAndUpload(lesson, rows, headers)).answer.saved).toBe(1);
    expect(await storedOf(lesson, 0)).toEqual([1, [80, 90]]);
  });

  test('says who has no address for a mail', async () => {
    const lesson = await buildPublished();
    const id = lesson.accounts.find(({ registrationId }) => registrationId === lesson.ids[0])?.id ?? 0;
    await portal.db.update(accounts).set({ email: null }).where(eq(accounts.id, id));
    const rows = await fillBy(lesson, ['王小明', SECOND, 95]);
    const { answer } = await preview(lesson, rows);
    expect(answer.corrections).toMatchObject([{ name: '王小明', isMailed: false }]);
    expect((await upload(lesson, rows, { seen: answer.seen, reason: '重評' })).answer.corrected).toBe(1);
    expect(await correctionMails(lesson, 0)).toEqual([]);
  });

  test('takes as many statements for five people as for two', async () => {
    const countFor = async (people: number) => {
      const lesson = await buildPublished(
        Array.from({ length: people + 1 }, (_, at) => `學員${'甲乙丙丁戊己'[at]}`),
      );
      const cells = lesson.ids
        .slice(0, -1)
        .map((_, at): [string, number, number] => [`學員${'甲乙丙丁戊己'[at]}`, SECOND, 60]);
      const rows = await fillBy(lesson, ...cells);
      const { seen } = (await preview(lesson, rows)).answer;
      return record(async () => {
        expect((await upload(lesson, rows, { seen, reason: '重評' })).answer.corrected).toBe(people);
      });
    };
    const [two, five] = [await countFor(2), await countFor(5)];
    expect(five.length).toBe(two.length);
  });
});

describe('refused as a whole', () => {
  test('the file of another class', async () => {
    const [lesson, other] = [await buildLesson(), await buildLesson()];
    const { status, refusal } = await preview(lesson, await filled(other, [1, FIRST, 60]));
    const text = `這是「${other.trainingClass.code}」的成績登錄表，不屬於本課程`;
    expect([status, refusal.errors]).toEqual([422, { file: [text] }]);
  });

  test('a file that is no score file', async () => {
    const { refusal } = await preview(await buildLesson(), [
      ['姓名', '分數'],
      ['王小明', 90],
    ]);
    expect(refusal.errors?.file?.[0]).toContain('不是成績登錄表');
  });

  test('a file from before the subjects were changed', async () => {
    const lesson = await buildLesson();
    const rows = await filled(lesson, [1, FIRST, 60]);
    const old = rows.map((row, at) => (at === 2 ? row.with(1, `${row[1]}.0`) : row));
    expect((await preview(lesson, old)).refusal.errors?.file).toEqual(['科目已變更，請重新下載成績登錄表']);
  });

  test('a text in which the quotes of a row do not close', async () => {
    const lesson = await buildLesson();
    const [head = [], first = [], ...others] = await filled(lesson, [1, FIRST, 60]);
    const csv = [head, first.with(2, '"王小明'), ...others].map((row) => row.join(',')).join('\n');
    const { code, refusal } = await preview(lesson, Buffer.from(csv));
    expect([code, refusal.message]).toEqual(['score_file_broken_row', expect.stringContaining('第 2 列')]);
  });

  test('a class that has not begun', async () => {
    const lesson = await buildLesson(new Date(NOW.getTime() + 60_000));
    const { rows, status } = await download(lesson);
    expect(status).toBe(200);
    expect((await preview(lesson, rows)).status).toBe(422);
  });

  test('a missing file, an empty one, and one without a preview', async () => {
    const lesson = await buildLesson();
    expect((await preview(lesson, Buffer.alloc(0))).refusal.errors?.file).toEqual(['請選擇成績登錄表檔案']);
    const { rows } = await download(lesson);
    expect((await upload(lesson, rows, '')).refusal.errors?.seen).toEqual(['請先預覽檔案']);
  });

  test.each(oneForEachFault)(
    '%s',
    async (_, make) => {
      const { status, refusal } = await preview(await buildLesson(), await make());
      expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, ['file']]);
    },
    20_000,
  );
});

test('a name that begins like a formula stays a text, and its row is read again', async () => {
  const lesson = await buildLesson(NOW, ['=1+1']);
  const { rows, bytes } = await download(lesson);
  expect(rows[1]?.[2]).toBe('=1+1');
  expect(bytes?.includes('<f>')).toBe(false);
  const quoted = rows.map((row, at) => (at === 0 ? row : [...row.slice(0, 2), "'=1+1", '', 80]));
  expect((await preview(lesson, quoted)).answer.counts).toMatchObject({ changes: 1, row: 0 });
});

test('a CSV in Big5 is read as well', async () => {
  const lesson = await buildLesson();
  const rows = await filled(lesson, [1, FIRST, 60]);
  const csv = encodeBig5(rows.map((row) => row.join(',')).join('\r\n'));
  expect((await preview(lesson, csv)).answer.counts).toMatchObject({ changes: 1, row: 0 });
});

describe('rights', () => {
  test('an instructor downloads and uploads scores of their own classes only', async () => {
    const [own, other] = [await buildLesson(), await buildLesson()];
    const { staff, headers } = await enter('instructor');
    await nameInstructor(portal.db, own.trainingClass, staff);
    expect((await download(own, headers)).status).toBe(200);
    expect((await lookAndUpload(own, await filled(own, [1, FIRST, 60]), headers)).answer.saved).toBe(1);
    expect((await download(other, headers)).status).toBe(404);
    expect((await preview(other, await filled(other), headers)).status).toBe(404);
  });

  test('an officer of another branch finds no such class, and an auditor may not upload', async () => {
    const lesson = await buildLesson();
    const rows = await filled(lesson);
    const elsewhere = (await enter('officer', elsewhereId)).headers;
    expect((await download(lesson, elsewhere)).status).toBe(404);
    expect((await preview(lesson, rows, elsewhere)).status).toBe(404);
    expect((await upload(lesson, rows, '0'.repeat(64), elsewhere)).status).toBe(404);
    const auditor = (await enter('auditor')).headers;
    expect((await download(lesson, auditor)).status).toBe(200);
    expect((await preview(lesson, rows, auditor)).status).toBe(403);
  });

  test('a class without people has no file', async () => {
    const trainingClass = await buildClass(portal.db, { startTime: NOW });
    const { method, path } = downloadScores;
    const url = fill(path, { id: String(trainingClass.id) });
    expect(one([(await portal.app.inject({ method, url, headers: officer })).statusCode])).toBe(422);
  });
});

const subject = { id: 1, kind: '學科', fullScore: 100, passScore: 70 } as const;

test('the columns are as wide as what they hold', () => {
  const named = ['學科', '心肺復甦術實作測驗'].map((name) => ({ ...subject, name }));
  expect(scoreWidths(named)).toEqual([22, 20, 14, 16, 12, 20]);
});

test('the head is the first row with all columns that are needed; empty rows and heads are no data', () => {
  const sheet = [
    ['課程代碼', '見下表'],
    ['課程代碼', '識別碼（請勿更改）', '', '備註'],
    ['', '', '', ''],
    ['TPE-1', 'R812V', '', '補考'],
  ];
  expect(readScoreFile(sheet, [])).toEqual({
    rows: [
      {
        ...{ row: 4, code: 'TPE-1', name: '', typed: [] },
        key: { registrationId: 812, versions: [], published: null },
      },
    ],
    ignored: ['備註'],
  });
});
