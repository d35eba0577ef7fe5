import { groupClassRoster } from '@portal/contract/training';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import { buildClass, buildCourse } from '../../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { subjects } from '../../catalogue/tables.ts';
import type { State } from '../../enrolment/states.ts';
import { scores } from '../tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  // The order of the subjects is not that of their ids.
  const { id } = await buildCourse(portal.db);
  await portal.db
    .update(subjects)
    .set({ position: sql`10 - ${subjects.position}` })
    .where(eq(subjects.courseId, id));
});
afterAll(() => portal.close());

const YESTERDAY = new Date(NOW.getTime() - 86_400_000);

type Account = Awaited<ReturnType<typeof buildAccount>>;
type Group = Awaited<ReturnType<typeof buildGroup>>;
type TrainingClass = Awaited<ReturnType<typeof buildClass>>;

interface Joining {
  role?: 'manager' | 'member';
  leftAt?: Date;
}

const join = async (group: Group, how: Joining = {}) => {
  const account = await buildAccount(portal.db);
  await buildMembership(portal.db, { group, account, ...how });
  return account;
};

const buildTeam = async () => {
  const group = await buildGroup(portal.db);
  const [member, other] = [await join(group), await join(group)];
  const [former, manager] = [await join(group, { leftAt: NOW }), await join(group, { role: 'manager' })];
  return { group, manager, member, other, former, token: await logIn(portal.db, manager) };
};

const look = ({ code: GroupCode }: { code: string }, { code }: { code: string }, token?: string) =>
  portal.call(groupClassRoster, { params: { GroupCode, code }, token });

/** Adds scores in both subjects of the course, and returns them in the order of the subjects. */
const score = async ({ courseId }: TrainingClass, { id }: { id: number }, reached: readonly number[]) => {
  const found = await portal.db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, courseId))
    .orderBy(asc(subjects.position));
  const rows = reached.map((each, at) => ({ subject: found[at], score: each }));
  const values = rows.map(({ subject, score: each }) => ({
    registrationId: id,
    subjectId: subject?.id ?? 0,
    score: each,
    recordedAt: NOW,
  }));
  // They are inserted in another order.
  await portal.db.insert(scores).values(values.toReversed());
  return rows.map(({ subject, score: each }) => ({
    id: subject?.id,
    name: subject?.name,
    score: each,
    pass_score: 70,
  }));
};

/** A class of yesterday with a manager, a member who has passed, another who is refused, and somebody who left. */
const buildCase = async () => {
  const team = await buildTeam();
  const trainingClass = await buildClass(portal.db, {
    startTime: YESTERDAY,
    html: '<p>請攜帶<b>健保卡</b></p><script>alert(1)</script>',
  });
  const register = (account: Account, state: State, more: { reason?: string; result?: 1 | 2 } = {}) =>
    buildRegistration(portal.db, { class: trainingClass, account, group: team.group, state, ...more });
  const passed = await register(team.member, 'confirmed', { result: 1 });
  const reached = await score(trainingClass, passed, [88.5, 100]);
  await register(team.other, 'rejected', { reason: '未檢附證書' });
  await register(team.former, 'reported');
  await register(team.manager, 'unpaid', { reason: '查無匯款' });
  return { ...team, trainingClass, reached };
};

const nameOf = ({ id, chineseName }: Account) => ({ id, name: chineseName });
const unpaid = { enable: true, paid: false, situation: 'unpaid' };
const confirmed = { enable: true, paid: true, situation: 'confirmed' };
const refused = { enable: false, paid: false, situation: 'rejected' };
const reported = { enable: true, paid: null, situation: 'reported' };
const hidden = { enable: null, paid: null, situation: null, reason: null, scores: null, state: null };

describe('a class for the people of a group', () => {
  test('shows a manager everything, in the order of the roster', async () => {
    const { group, trainingClass, manager, member, other, former, reached, token } = await buildCase();
    const { answer } = await look(group, trainingClass, token);
    expect(answer).toEqual({
      classInfo: {
        group_name: group.name,
        organization: '臺北市分會',
        code: trainingClass.code,
        name: '基本救命術訓練',
        start_time: '2026-11-30T10:00:00+08:00',
        place: trainingClass.place,
        html: '<p>請攜帶<b>健保卡</b></p>',
        can_edit_roster: false,
      },
      data: [
        { ...nameOf(manager), ...unpaid, reason: '查無匯款', scores: [], state: null },
        { ...nameOf(member), ...confirmed, reason: null, scores: reached, state: 1 },
        { ...nameOf(other), ...refused, reason: '未檢附證書', scores: [], state: null },
        { ...nameOf(former), ...reported, reason: null, scores: [], state: null },
      ],
    });
  });

  test('shows a member all names, and other data only of themselves', async () => {
    const { group, trainingClass, manager, member, other, former, reached } = await buildCase();
    const { answer } = await look(group, trainingClass, await logIn(portal.db, member));
    expect(answer.data).toEqual([
      { ...nameOf(manager), ...hidden },
      { ...nameOf(member), ...confirmed, reason: null, scores: reached, state: 1 },
      { ...nameOf(other), ...hidden },
      { ...nameOf(former), ...hidden },
    ]);
  });

  test.each([
    ['a manager before the start', 'manager', 1, true],
    ['a manager from the start on', 'manager', 0, false],
    ['an ordinary member', 'member', 1, false],
  ] as const)('offers the roster to %s: %j', async (_who, role, msToStart, can) => {
    const team = await buildTeam();
    const trainingClass = await buildClass(portal.db, { startTime: new Date(NOW.getTime() + msToStart) });
    const { answer } = await look(team.group, trainingClass, await logIn(portal.db, team[role]));
    expect(answer.classInfo.can_edit_roster).toBe(can);
  });

  test('never shows an identity number', async () => {
    const { group, trainingClass, manager, member, other, former, token } = await buildCase();
    for (const bearer of [token, await logIn(portal.db, member)]) {
      const text = JSON.stringify((await look(group, trainingClass, bearer)).answer);
      for (const { idNumber } of [manager, member, other, former]) expect(text).not.toContain(idNumber);
    }
  });

  test.each([
    ['pending', null, false],
    ['rejected', false, false],
    ['unpaid', true, false],
    ['reported', true, null],
    ['confirmed', true, true],
  ] as const)('shows a %s registration as %j and %j', async (state, enable, paid) => {
    const { group, member, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account: member, group, state });
    const { answer } = await look(group, trainingClass, token);
    expect(answer.data).toMatchObject([{ id: member.id, enable, paid }]);
  });

  test.each([1, 2] as const)('shows the result %i', async (result) => {
    const { group, member, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db, { startTime: YESTERDAY });
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: member,
      group,
      state: 'confirmed',
      result,
    });
    expect((await look(group, trainingClass, token)).answer.data).toMatchObject([
      { id: member.id, state: result },
    ]);
  });

  test('leaves out people who cancelled, and people whose last registration is not through the group', async () => {
    const { group, member, other, former, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    const register = (account: Account, state: State, through?: Group) =>
      buildRegistration(portal.db, {
        class: trainingClass,
        account,
        state,
        ...(through && { group: through }),
      });
    const elsewhere = await buildGroup(portal.db);
    await buildMembership(portal.db, { group: elsewhere, account: former });
    await register(member, 'cancelled', group);
    await register(other, 'rejected', group);
    await register(other, 'pending');
    await register(former, 'rejected', group);
    await register(former, 'pending', elsewhere);
    expect((await look(group, trainingClass, token)).answer).toMatchObject({
      classInfo: { code: trainingClass.code, html: null },
      data: [],
    });
  });

  test('shows a person once who was rejected and applied through the group again', async () => {
    const { group, member, token } = await buildTeam();
    const trainingClass = await buildClass(portal.db);
    for (const state of ['rejected', 'pending'] as const) {
      await buildRegistration(portal.db, { class: trainingClass, account: member, group, state });
    }
    const { answer } = await look(group, trainingClass, token);
    expect(answer.data).toMatchObject([{ id: member.id, enable: null, reason: null }]);
  });
});

describe('access', () => {
  test.each([
    ['a manager', 200, undefined],
    ['a member', 200, undefined],
    ['a former member', 403, '查無此團體'],
    ['a manager of another group', 403, '查無此團體'],
    ['somebody in no group', 403, '查無此團體'],
    ['somebody whose profile is not complete', 403, '請先確實填寫個人資料，完成後才能進行其他操作'],
    ['a guest', 401, '時效過期，請重新登入'],
  ])('%s: %i', async (who, status, message) => {
    const { group, trainingClass, manager, member, former } = await buildCase();
    const unfinished = async () => {
      const account = await buildAccount(portal.db, { cellPhone: null });
      await buildMembership(portal.db, { group, account, role: 'manager' });
      return account;
    };
    const people: Record<string, () => Promise<Account>> = {
      'a manager': async () => manager,
      'a member': async () => member,
      'a former member': async () => former,
      'a manager of another group': async () => (await buildTeam()).manager,
      'somebody in no group': () => buildAccount(portal.db),
      'somebody whose profile is not complete': unfinished,
    };
    const account = await people[who]?.();
    const answer = await look(group, trainingClass, account && (await logIn(portal.db, account)));
    expect([answer.status, answer.refusal.message]).toEqual([status, message]);
  });

  test('an unknown group is refused like a group of other people, for any class', async () => {
    const [{ token, trainingClass }, { group: other }] = [await buildCase(), await buildTeam()];
    for (const group of [other, { code: 'NOT-THERE' }]) {
      for (const of of [trainingClass, { code: 'NOT-THERE' }]) {
        const { status, refusal } = await look(group, of, token);
        expect([status, refusal]).toEqual([403, { message: '查無此團體' }]);
      }
    }
  });

  test('a class that does not exist, or is not published, is not found', async () => {
    const { group, member, token } = await buildTeam();
    const draft = await buildClass(portal.db, { publishedAt: null });
    await buildRegistration(portal.db, { class: draft, account: member, group });
    for (const trainingClass of [draft, { code: 'NOT-THERE' }]) {
      const { status, refusal } = await look(group, trainingClass, token);
      expect([status, refusal]).toEqual([404, { message: '查無此課程' }]);
    }
  });
});
