import { minguo, today, weekday } from '@portal/contract/dates';
import { outcomeNames, type PaperKind, paperNames } from '@portal/contract/office/training';
import { inArray } from 'drizzle-orm';
import { maskIdentity } from '../../accounts/people/mask.ts';
import { accounts } from '../../accounts/tables.ts';
import { findSessions } from '../../classes/queries.ts';
import type { PaperOrder } from '../../papers/render-paper.ts';
import type { Executor } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import type { StaffClass } from '../class-of-staff.ts';
import { type ConfirmedRow, findConfirmed } from '../office/queries.ts';
import { findAchievements, findSubjects } from '../results/achievements.ts';
import { draftResult } from '../results/publish-results.ts';
import { percentOf } from '../rules.ts';
import { type HalfDay, halfDaysOf } from './half-days.ts';

/* The texts of the papers of a class; `papers/templates` lay them out. */

const minguoDay = (date: string): string => `${minguo(date)}（${weekday(date)}）`;

const continuedOf = (trainingClass: StaffClass, title: string, about = ''): string =>
  [`${title}（續）`, trainingClass.organization, trainingClass.code, trainingClass.course, about]
    .filter(Boolean)
    .join('　');

const commonOf = (
  trainingClass: StaffClass,
  kind: PaperKind,
  { count, now }: { count: number; now: Date },
) => ({
  organization: trainingClass.organization,
  title: paperNames[kind],
  continued: continuedOf(trainingClass, paperNames[kind]),
  footer: `列印日期：${minguo(today(now))}`,
  page: '第 {n} 頁，共 {all} 頁',
  lost: '〓 為字型所缺的字（{codes}），請以手寫補上',
  facts: [
    ['訓練項目', trainingClass.course],
    ['課程代碼', trainingClass.code],
    ['開課日期', minguoDay(today(trainingClass.startTime))],
    ['人數', `${count} 人`],
    ['上課地點', trainingClass.place],
    ['時數', `${trainingClass.hours} 小時`],
  ],
});

const nameCells = ({ name, identity }: ConfirmedRow, at: number): string[] => [
  `${at + 1}`,
  name,
  maskIdentity(identity),
];

const findEmployers = async (db: Executor, people: readonly ConfirmedRow[]) => {
  const rows = await db
    .select({ id: accounts.id, sex: accounts.sex, employer: accounts.employer })
    .from(accounts)
    .where(
      inArray(
        accounts.id,
        people.map(({ accountId }) => accountId),
      ),
    );
  return new Map(rows.map((row) => [row.id, row]));
};

interface Paper {
  readonly trainingClass: StaffClass;
  readonly people: readonly ConfirmedRow[];
  readonly now: Date;
}

const rosterOf = async (db: Executor, { trainingClass, people, now }: Paper): Promise<PaperOrder> => {
  const employers = await findEmployers(db, people);
  const rows = people.map((row, at) => {
    const person = employers.get(row.accountId);
    const sex = person?.sex === 1 ? '男' : person?.sex === 0 ? '女' : '';
    return [...nameCells(row, at), sex, person?.employer ?? '', row.group ?? ''];
  });
  const heads = ['序', '姓名', '身分證字號', '性別', '服務單位', '團體'];
  const data = { ...commonOf(trainingClass, 'roster', { count: people.length, now }), heads, rows };
  return { template: 'roster', data };
};

const halfDayText = ({ date, part, from, to }: HalfDay): string => `${minguoDay(date)}${part} ${from}–${to}`;

const signInOf = async (db: Executor, { trainingClass, people, now }: Paper): Promise<PaperOrder> => {
  const halves = halfDaysOf(await findSessions(db, trainingClass.id));
  if (halves.length === 0) throw new Refusal('paper_no_sessions');
  const {
    facts,
    continued: _,
    ...common
  } = commonOf(trainingClass, 'sign_in', { count: people.length, now });
  const heads = ['序', '姓名', '身分證字號', '簽到', '簽退', '備註'];
  const sheets = halves.map((half) => ({
    facts: [...facts, ['簽到時段', halfDayText(half)], ['講師簽名', '']],
    continued: continuedOf(trainingClass, paperNames.sign_in, halfDayText(half)),
  }));
  const data = { ...common, heads, rows: people.map(nameCells), sheets };
  return { template: 'sign-in', data };
};

const scoreText = (score: number | null): string => (score === null ? '' : `${score}`);

const scoresOf = async (db: Executor, { trainingClass, people, now }: Paper): Promise<PaperOrder> => {
  const asked = await findSubjects(db, trainingClass.courseId);
  const achieved = await findAchievements(db, trainingClass, people);
  const rows = achieved.map((own, at) => {
    const { result: published } = own.person;
    const result = published === 1 || published === 2 ? published : draftResult(own);
    return [
      ...nameCells(own.person, at),
      ...own.scores.map(({ score }) => scoreText(score)),
      `${percentOf(own.attended)}%`,
      result ? outcomeNames[result] : '',
    ];
  });
  const heads = ['序', '姓名', '身分證字號', ...asked.map(({ name }) => name), '出席', '結果'];
  const signers = ['承辦人員', '講師', '主管'];
  const { facts, ...common } = commonOf(trainingClass, 'scores', { count: people.length, now });
  const state = people.some(({ result }) => result === null) ? '含尚未公布的成績' : '已公布';
  const data = {
    ...{ ...common, heads, rows, signers },
    facts: [...facts, ['狀態', state], ['', '']],
  };
  return { template: 'scores', data };
};

const papers = { roster: rosterOf, sign_in: signInOf, scores: scoresOf } as const;

export const orderPaper = async (
  db: Executor,
  { trainingClass, paper }: { trainingClass: StaffClass; paper: PaperKind },
  now: Date,
): Promise<PaperOrder> => {
  const people = await findConfirmed(db, trainingClass.id);
  if (people.length === 0) throw new Refusal('paper_empty');
  return papers[paper](db, { trainingClass, people, now });
};
