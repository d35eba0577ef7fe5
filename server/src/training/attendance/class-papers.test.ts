import type { PaperKind } from '@portal/contract/office/training';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildClassSession } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { findStaffClass } from '../class-of-staff.ts';
import { findSubjects } from '../results/achievements.ts';
import { attendance, draftScores, scores } from '../tables.ts';
import { orderPaper } from './class-papers.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

type TrainingClass = Awaited<ReturnType<typeof buildClass>>;

const order = async ({ id: classId }: { id: number }, paper: PaperKind) => {
  const actor = decidingStaff();
  const trainingClass = await findStaffClass(portal.db, { classId }, { actor, right: 'registration.read' });
  const { template, data } = await orderPaper(portal.db, { trainingClass, paper }, NOW);
  return { template, data: data as Record<string, unknown> };
};

const confirm = async (
  trainingClass: TrainingClass,
  chineseName: string,
  {
    group,
    result,
    ...person
  }: Parameters<typeof buildAccount>[1] & { group?: { id: number }; result?: 1 | 2 },
) => {
  const account = await buildAccount(portal.db, { chineseName, ...person });
  if (group) await buildMembership(portal.db, { group, account });
  const { id } = await buildRegistration(portal.db, {
    ...{ class: trainingClass, account, state: 'confirmed' as const },
    ...(group && { group }),
    ...(result && { result }),
  });
  return { id, identity: maskIdentity(account.idNumber ?? '') };
};

/** A class of a day that began; `a` and `b` came alone, `c` through a group. */
const build = async (result?: 1 | 2) => {
  const trainingClass = await buildClass(portal.db, {
    startTime: NOW,
    code: `PAPER-${result ?? 0}`,
    hours: 6,
  });
  const group = await buildGroup(portal.db, { name: `範例消防隊${result ?? 0}` });
  const people = [
    await confirm(trainingClass, 'a', { sex: 1, employer: '範例公司', ...(result && { result: 1 }) }),
    await confirm(trainingClass, 'b', { sex: 0, ...(result && { result }) }),
    await confirm(trainingClass, 'c', { sex: null, group, ...(result && { result: 1 }) }),
  ];
  return { trainingClass, group, people };
};

const facts = (code: string) => [
  ['訓練項目', '基本救命術訓練'],
  ['課程代碼', code],
  ['開課日期', '民國 115 年 12 月 1 日（二）'],
  ['人數', '3 人'],
  ['上課地點', '臺北市中正區範例路一段 1 號 3 樓教室'],
  ['時數', '6 小時'],
];

test('the roster names sex, employer and group of each person', async () => {
  const { trainingClass, group, people } = await build();
  await confirm(await buildClass(portal.db), 'd', {});
  const [a, b, c] = people.map(({ identity }) => identity);
  const { template, data } = await order(trainingClass, 'roster');
  expect(template).toBe('roster');
  expect(data).toMatchObject({
    organization: '臺北市分會',
    footer: '列印日期：民國 115 年 12 月 1 日',
    facts: facts(trainingClass.code),
    heads: ['序', '姓名', '身分證字號', '性別', '服務單位', '團體'],
    rows: [
      ['1', 'a', a, '男', '範例公司', ''],
      ['2', 'b', b, '女', '', ''],
      ['3', 'c', c, '', '', group.name],
    ],
  });
  expect(data.continued).toBe(`${data.title}（續）　臺北市分會　${trainingClass.code}　基本救命術訓練`);
});

test('the sign-in sheets are one for each half day', async () => {
  const { trainingClass } = await build(2);
  await expect(order(trainingClass, 'sign_in')).rejects.toMatchObject({ code: 'paper_no_sessions' });
  const classId = trainingClass.id;
  await buildClassSession(portal.db, { classId, date: '2026-12-01', fromTime: '09:00', toTime: '12:00' });
  await buildClassSession(portal.db, { classId, date: '2026-12-01', fromTime: '13:00', toTime: '17:00' });
  const { template, data } = await order(trainingClass, 'sign_in');
  expect(template).toBe('sign-in');
  expect(data).toMatchObject({
    heads: ['序', '姓名', '身分證字號', '簽到', '簽退', '備註'],
    rows: [{ length: 3 }, { length: 3 }, { length: 3 }],
  });
  const day = '民國 115 年 12 月 1 日（二）';
  const halves = [`${day}上午 09:00–12:00`, `${day}下午 13:00–17:00`];
  expect(data.sheets).toEqual(
    halves.map((half) => ({
      facts: [...facts(trainingClass.code), ['簽到時段', half], ['講師簽名', '']],
      continued: `${data.title}（續）　臺北市分會　${trainingClass.code}　基本救命術訓練　${half}`,
    })),
  );
});

test('the score sheet shows published results, and what drafts propose', async () => {
  const trainingClass = await buildClass(portal.db, { startTime: NOW, code: 'PAPER-SCORES', hours: 6 });
  const { id: sessionId } = await buildClassSession(portal.db, {
    classId: trainingClass.id,
    date: '2026-12-01',
  });
  const [written = 0, practical = 0] = (await findSubjects(portal.db, trainingClass.courseId)).map(
    ({ id }) => id,
  );
  const passed = await confirm(trainingClass, 'a', { result: 1 });
  const failed = await confirm(trainingClass, 'b', { result: 2 });
  const drafted = await confirm(trainingClass, 'c', {});
  const open = await confirm(trainingClass, 'd', {});
  const by = { version: 1, updatedBy: 'staff:1', updatedAt: NOW };
  // Staff passed a person whose scores fail.
  for (const [subjectId, score] of [
    [written, 60],
    [practical, 90],
  ] as const)
    await portal.db.insert(scores).values({ registrationId: passed.id, subjectId, score, recordedAt: NOW });
  for (const [subjectId, score] of [
    [written, 88.5],
    [practical, 90],
  ] as const) {
    await portal.db.insert(draftScores).values({ registrationId: drafted.id, subjectId, score, ...by });
  }
  const marked = { sessionId, state: 'present', missedMinutes: 0, ...by } as const;
  await portal.db.insert(attendance).values({ registrationId: drafted.id, ...marked });
  const { template, data } = await order(trainingClass, 'scores');
  expect(template).toBe('scores');
  expect(data).toMatchObject({
    heads: ['序', '姓名', '身分證字號', '學科測驗', '術科測驗', '出席', '結果'],
    signers: ['承辦人員', '講師', '主管'],
    rows: [
      ['1', 'a', passed.identity, '60', '90', '0%', '合格'],
      ['2', 'b', failed.identity, '', '', '0%', '不合格'],
      ['3', 'c', drafted.identity, '88.5', '90', '100%', '合格'],
      ['4', 'd', open.identity, '', '', '0%', ''],
    ],
  });
  expect((data.facts as string[][]).slice(-2)).toEqual([
    ['狀態', '含尚未公布的成績'],
    ['', ''],
  ]);
});

test('the score sheet says when all results are published', async () => {
  const { trainingClass } = await build(1);
  const { data } = await order(trainingClass, 'scores');
  expect((data.facts as string[][]).at(-2)).toEqual(['狀態', '已公布']);
});

test('a class without people has no paper', async () => {
  const trainingClass = await buildClass(portal.db);
  await expect(order(trainingClass, 'roster')).rejects.toMatchObject({ code: 'paper_empty' });
});
