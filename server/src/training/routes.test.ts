import * as contract from '@portal/contract/training';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { subjects } from '../catalogue/tables.ts';
import type { State } from '../enrolment/states.ts';
import { scores } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const DAY = 86_400_000;
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY);

const buildPerson = async (overrides: Parameters<typeof buildAccount>[1] = {}) => {
  const account = await buildAccount(portal.db, overrides);
  return { account, token: await logIn(portal.db, account) };
};

interface Past {
  startTime?: Date;
  state?: State;
  result?: 1 | 2;
  group?: { id: number };
  organizationId?: number;
  courseId?: number;
}

/** A class of the past, with the person in it. */
const buildTraining = async (
  account: { id: number },
  { startTime = inDays(-10), state = 'confirmed', result, group, ...where }: Past = {},
) => {
  const trainingClass = await buildClass(portal.db, { startTime, ...where });
  const registration = await buildRegistration(portal.db, {
    class: trainingClass,
    account,
    state,
    ...(result && { result }),
    ...(group && { group }),
  });
  return { trainingClass, registration };
};

const list = async (token: string, query: Record<string, string> = {}) =>
  portal.call(contract.trainingRecords, { query, token });

const page = async (token: string, query: Record<string, string> = {}) => {
  const { answer } = await list(token, query);
  if (Array.isArray(answer)) throw new TypeError('a page was asked for');
  return answer;
};

const codes = async (token: string, query: Record<string, string> = {}) =>
  (await page(token, query)).data.map(({ code }) => code);

const scoresIn = (token: string, code: string) => portal.call(contract.scores, { params: { code }, token });

describe.each(
  [contract.trainingRecords, contract.scores].map((endpoint) => [endpoint.path, endpoint] as const),
)('%s', (_, endpoint) => {
  test('answers a guest with 401', async () => {
    const reply = await portal.call(endpoint, { params: { code: 'NONE' } });
    expect([reply.status, reply.refusal]).toEqual([401, { message: '時效過期，請重新登入' }]);
  });

  test('answers somebody whose profile is not complete with 403', async () => {
    const { account, token } = await buildPerson({ address: null });
    const { trainingClass } = await buildTraining(account);
    const reply = await portal.call(endpoint, { params: { code: trainingClass.code }, token });
    expect([reply.status, reply.refusal.message]).toEqual([
      403,
      '請先確實填寫個人資料，完成後才能進行其他操作',
    ]);
  });
});

describe('TrainingRecord', () => {
  test('lists the classes of a person, the latest first', async () => {
    const { account, token } = await buildPerson();
    const kaohsiung = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const old = await buildTraining(account, { startTime: inDays(-400), result: 2 });
    const fresh = await buildTraining(account, {
      startTime: new Date('2026-11-30T01:00:00Z'),
      organizationId: kaohsiung.id,
    });
    const middle = await buildTraining(account, { startTime: inDays(-30), result: 1 });
    expect((await page(token)).data).toEqual([
      {
        id: fresh.registration.id,
        organization: { name: '高雄市分會' },
        code: fresh.trainingClass.code,
        train_class: { no: 'CPR', chinese_name: '基本救命術訓練' },
        start_time: '2026-11-30T09:00:00+08:00',
        state: null,
        can_check_in: true,
        hours: 8,
        fee: 1500,
        can_see_class: true,
      },
      expect.objectContaining({ code: middle.trainingClass.code, state: 1, can_check_in: false }),
      expect.objectContaining({ code: old.trainingClass.code, state: 2, can_check_in: false }),
    ]);
  });

  test.each<State>(['pending', 'rejected', 'unpaid', 'reported', 'cancelled'])(
    'leaves out a registration that is %s',
    async (state) => {
      const { account, token } = await buildPerson();
      await buildTraining(account, { state });
      expect(await codes(token)).toEqual([]);
    },
  );

  test('includes a class from the moment of its start', async () => {
    const { account, token } = await buildPerson();
    const now = await buildTraining(account, { startTime: NOW });
    await buildTraining(account, { startTime: new Date(NOW.getTime() + 1) });
    expect(await codes(token)).toEqual([now.trainingClass.code]);
  });

  test('keeps a class that is no longer published', async () => {
    const { account, token } = await buildPerson();
    const trainingClass = await buildClass(portal.db, { startTime: inDays(-5), publishedAt: null });
    await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' });
    expect((await page(token)).data).toMatchObject([{ code: trainingClass.code, can_see_class: false }]);
  });

  test('shows the hours of the class, else of its course, and the fee', async () => {
    const { account, token } = await buildPerson();
    for (const [days, facts] of [
      [-1, { hours: 20, fee: 1500 }],
      [-2, { fee: 0 }],
    ] as const) {
      const trainingClass = await buildClass(portal.db, { startTime: inDays(days), ...facts });
      await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' });
    }
    expect((await page(token)).data).toMatchObject([
      { hours: 20, fee: 1500 },
      { hours: 8, fee: 0 },
    ]);
  });

  test('includes the caller’s registrations through a group, and none of other members', async () => {
    const [manager, member] = [await buildPerson(), await buildPerson()];
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account: manager.account, role: 'manager' });
    await buildMembership(portal.db, { group, account: member.account });
    const { trainingClass } = await buildTraining(member.account, { group });
    expect(await codes(member.token)).toEqual([trainingClass.code]);
    expect(await codes(manager.token)).toEqual([]);
  });

  describe('narrowed', () => {
    const build = async () => {
      const { account, token } = await buildPerson();
      const hualien = await buildOrganization(portal.db, { code: 'HUN', name: '花蓮縣分會' });
      const lifeguard = await buildCourse(portal.db, { code: 'LG1', chineseName: '游泳池救生員訓練' });
      const at = (days: number, where: Past = {}) =>
        buildTraining(account, { startTime: inDays(days), ...where });
      const made = {
        plain: (await at(-1)).trainingClass.code,
        hualien: (await at(-2, { organizationId: hualien.id })).trainingClass.code,
        lifeguard: (await at(-3, { courseId: lifeguard.id })).trainingClass.code,
        both: (await at(-4, { organizationId: hualien.id, courseId: lifeguard.id })).trainingClass.code,
      };
      return { token, made, hualien };
    };

    test('by organisation, by its name or id', async () => {
      const { token, made, hualien } = await build();
      const expected = [made.hualien, made.both];
      expect(await codes(token, { organization: '花蓮縣分會' })).toEqual(expected);
      expect(await codes(token, { organization: String(hualien.id) })).toEqual(expected);
    });

    test('by a name that equals the id of another organisation', async () => {
      const { account, token } = await buildPerson();
      const numbered = await buildOrganization(portal.db, { code: 'ILN', name: '宜蘭縣分會' });
      const named = await buildOrganization(portal.db, { code: 'NUM', name: String(numbered.id) });
      await buildTraining(account, { organizationId: numbered.id });
      const { trainingClass } = await buildTraining(account, { organizationId: named.id });
      expect(await codes(token, { organization: named.name })).toEqual([trainingClass.code]);
    });

    test('by course, and by both', async () => {
      const { token, made } = await build();
      expect(await codes(token, { trainclass: 'LG1' })).toEqual([made.lifeguard, made.both]);
      expect(await codes(token, { trainclass: 'LG1', organization: '花蓮縣分會' })).toEqual([made.both]);
    });

    test.each([
      ['an unknown organisation', { organization: '火星分會' }],
      ['an unknown course', { trainclass: 'NONE' }],
      ['one written differently', { trainclass: 'lg1' }],
      ['a wildcard', { trainclass: '%' }],
    ])('by %s is an empty page', async (_, query) => {
      const { token } = await build();
      expect(await page(token, query)).toMatchObject({ data: [], total: 0, last_page: 1 });
    });
  });

  test('is divided into pages whose links keep the filters', async () => {
    const { account, token } = await buildPerson();
    const made: string[] = [];
    for (let n = 1; n <= 12; n++) {
      made.push((await buildTraining(account, { startTime: inDays(-n) })).trainingClass.code);
    }
    const path = '/api/class/personal/TrainingRecord';
    const query = { type: 'Pagination', num: '10', organization: '臺北市分會', trainclass: 'CPR', page: '2' };
    const kept =
      'type=Pagination&num=10&organization=%E8%87%BA%E5%8C%97%E5%B8%82%E5%88%86%E6%9C%83&trainclass=CPR';
    const second = await page(token, query);
    expect(second).toMatchObject({
      current_page: 2,
      last_page: 2,
      per_page: 10,
      total: 12,
      from: 11,
      to: 12,
      path,
      first_page_url: `${path}?${kept}&page=1`,
      prev_page_url: `${path}?${kept}&page=1`,
      next_page_url: null,
    });
    expect(await codes(token)).toEqual(made.slice(0, 10));
    expect(second.data.map(({ code }) => code)).toEqual(made.slice(10));
    expect(await page(token, { page: '9' })).toMatchObject({ data: [], total: 12, last_page: 2, from: null });
    const { answer } = await list(token, { type: 'Normal', num: '3' });
    expect(answer).toMatchObject(made.slice(0, 3).map((code) => ({ code })));
  });

  test.each([
    [{ num: '0' }, 'num'],
    [{ num: '101' }, 'num'],
    [{ page: '0' }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ type: 'All' }, 'type'],
    [{ organization: 'A\u0000' }, 'organization'],
  ])('refuses %j', async (query, field) => {
    const { token } = await buildPerson();
    const { status, refusal } = await list(token, query);
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });
});

describe('scores', () => {
  const record = async (
    registration: { id: number },
    trainingClass: { courseId: number },
    values: number[],
  ) => {
    const known = await portal.db
      .select()
      .from(subjects)
      .where(eq(subjects.courseId, trainingClass.courseId))
      .orderBy(asc(subjects.position));
    // Recorded in another order than they are shown in.
    for (const [at, score] of [...values.entries()].reverse()) {
      const subjectId = known[at]?.id ?? 0;
      await portal.db
        .insert(scores)
        .values({ registrationId: registration.id, subjectId, score, recordedAt: NOW });
    }
    return known.map(({ id }) => id);
  };

  test('are the caller’s in the subjects of the course, in their order', async () => {
    const [{ account, token }, other] = [await buildPerson({ chineseName: '林小雲' }), await buildPerson()];
    const { trainingClass, registration } = await buildTraining(account, { result: 1 });
    const theirs = await buildRegistration(portal.db, {
      class: trainingClass,
      account: other.account,
      state: 'confirmed',
    });
    const [written, practical] = await record(registration, trainingClass, [88.5, 100]);
    await record(theirs, trainingClass, [12, 34]);
    expect((await scoresIn(token, trainingClass.code)).answer).toEqual({
      user_name: '林小雲',
      train_class: '基本救命術訓練',
      data: [
        { id: written, test_subject: '學科測驗', score: 88.5, pass_score: 70 },
        { id: practical, test_subject: '術科測驗', score: 100, pass_score: 70 },
      ],
    });
  });

  test('are in the order of the subjects, not of their ids', async () => {
    const { account, token } = await buildPerson();
    const { id: courseId } = await buildCourse(portal.db, { code: 'ORD', chineseName: '排序訓練' });
    await portal.db
      .update(subjects)
      .set({ position: sql`10 - ${subjects.position}` })
      .where(eq(subjects.courseId, courseId));
    const { trainingClass, registration } = await buildTraining(account, { courseId });
    await record(registration, trainingClass, [10, 20]);
    const { answer } = await scoresIn(token, trainingClass.code);
    expect(answer.data.map(({ score }) => score)).toEqual([10, 20]);
  });

  test('are those of the class asked for', async () => {
    const { account, token } = await buildPerson();
    for (const values of [
      [10, 20],
      [30, 40],
    ]) {
      const { trainingClass, registration } = await buildTraining(account, { result: 1 });
      await record(registration, trainingClass, values);
      const { answer } = await scoresIn(token, trainingClass.code);
      expect(answer.data.map(({ score }) => score)).toEqual(values);
    }
  });

  test('are an empty list while nothing is recorded', async () => {
    const { account, token } = await buildPerson();
    const { trainingClass } = await buildTraining(account);
    expect((await scoresIn(token, trainingClass.code)).answer.data).toEqual([]);
  });

  test('of a class of other people, of an unknown class and of an invalid code are not found', async () => {
    const [stranger, member] = [await buildPerson(), await buildPerson()];
    const group = await buildGroup(portal.db);
    await buildMembership(portal.db, { group, account: stranger.account, role: 'manager' });
    await buildMembership(portal.db, { group, account: member.account });
    const theirs = await buildTraining(member.account, { result: 1, group });
    await record(theirs.registration, theirs.trainingClass, [90, 90]);
    const wrong = [theirs.trainingClass.code, 'NONE', 'personal', 'A'.repeat(41), '%', 'A\u0000B', '../x'];
    for (const code of wrong) {
      const { status, refusal } = await scoresIn(stranger.token, code);
      expect([status, refusal]).toEqual([404, { message: '查無成績資料' }]);
    }
  });

  test.each<State>(['pending', 'unpaid', 'reported', 'rejected', 'cancelled'])(
    'of a %s registration are not found',
    async (state) => {
      const { account, token } = await buildPerson();
      const { trainingClass } = await buildTraining(account, { state });
      expect((await scoresIn(token, trainingClass.code)).status).toBe(404);
    },
  );

  test('of a class that has not started are not found', async () => {
    const { account, token } = await buildPerson();
    const { trainingClass } = await buildTraining(account, { startTime: inDays(1) });
    expect((await scoresIn(token, trainingClass.code)).status).toBe(404);
  });
});
