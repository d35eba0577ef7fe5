import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
} from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { decidingStaff } from '../../test/factories/staff.ts';
import { findSessions } from '../classes/queries.ts';
import { classes, classSessions } from '../classes/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { inTransaction } from '../platform/database/database.ts';
import {
  countMissingResults,
  findClassesOfToday,
  findClassesWithoutResults,
} from './attendance/taught-classes.ts';
import { findConfirmed, findMarks } from './office/queries.ts';
import { findOwnRegistration, findScores, findTrainingRecords } from './queries.ts';
import { findSubjects } from './results/achievements.ts';
import { lockResults } from './results/lock-results.ts';
import { attendance, results, scores } from './tables.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const started = { startTime: new Date(NOW.getTime() - 86_400_000) };

type TrainingClass = Awaited<ReturnType<typeof buildClass>>;
type Account = Awaited<ReturnType<typeof buildAccount>>;

const confirm = (trainingClass: TrainingClass, account: Account) =>
  buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' });

/** Writes the row anew, which moves it behind the others. */
const rewrite = (table: typeof classes | typeof registrations, id: number) =>
  portal.db.execute(sql`update ${table} set created_at = created_at where id = ${id}`);

describe('training records', () => {
  test('of an organisation are found by its name rather than by the id of another', async () => {
    const first = await buildOrganization(portal.db, { code: 'ONE', name: '第一分會' });
    const second = await buildOrganization(portal.db, { code: 'TWO', name: String(first.id) });
    const account = await buildAccount(portal.db);
    const [ofFirst, ofSecond] = [
      await buildClass(portal.db, { ...started, organizationId: first.id }),
      await buildClass(portal.db, { ...started, organizationId: second.id }),
    ];
    for (const trainingClass of [ofFirst, ofSecond]) await confirm(trainingClass, account);
    const codes = async (organization: string) => {
      const asked = { accountId: account.id, organization, trainclass: '', num: 10, page: 1 };
      return (await findTrainingRecords(portal.db, asked, NOW)).rows.map(({ code }) => code);
    };
    expect(await codes(String(first.id))).toEqual([ofSecond.code]);
    expect(await codes('第一分會')).toEqual([ofFirst.code]);
    expect(await codes(String(second.id))).toEqual([ofSecond.code]);
  });

  test('say how many there are on each page, also past the end', async () => {
    const account = await buildAccount(portal.db);
    const find = async (page: number) => {
      const asked = { accountId: account.id, organization: '', trainclass: '', num: 2, page };
      const { rows, total } = await findTrainingRecords(portal.db, asked, NOW);
      return [rows.length, total];
    };
    expect([await find(1), await find(2)]).toEqual([
      [0, 0],
      [0, 0],
    ]);
    await confirm(await buildClass(portal.db, started), account);
    expect(await find(2)).toEqual([0, 1]);
    for (let n = 0; n < 2; n++) await confirm(await buildClass(portal.db, started), account);
    expect([await find(1), await find(2), await find(3)]).toEqual([
      [2, 3],
      [1, 3],
      [0, 3],
    ]);
    expect(await findScores(portal.db, { code: 'A\u0000', accountId: account.id }, NOW)).toBeNull();
  });

  test('show the scores of the class, in the order of its subjects', async () => {
    const account = await buildAccount(portal.db);
    const { id: courseId } = await buildCourse(portal.db, { code: 'LG1', chineseName: '救生員訓練' });
    const [trainingClass, other] = [
      await buildClass(portal.db, { ...started, courseId }),
      await buildClass(portal.db, started),
    ];
    await confirm(other, account);
    const { id: registrationId } = await confirm(trainingClass, account);
    const asked = await findSubjects(portal.db, courseId);
    for (const { id: subjectId } of asked.toReversed())
      await portal.db.insert(scores).values({ registrationId, subjectId, score: 80, recordedAt: NOW });
    const shown = await findScores(portal.db, { code: trainingClass.code, accountId: account.id }, NOW);
    expect(shown?.course).toBe('救生員訓練');
    expect(shown?.scores.map(({ subject }) => subject)).toEqual(asked.map(({ name }) => name));
    const ofOther = await findScores(portal.db, { code: other.code, accountId: account.id }, NOW);
    expect([ofOther?.course, ofOther?.scores]).toEqual(['基本救命術訓練', []]);
  });
});

test('one’s own registration is the latest of the class that was not cancelled', async () => {
  const [trainingClass, other] = [await buildClass(portal.db), await buildClass(portal.db)];
  const [account, somebody] = [await buildAccount(portal.db), await buildAccount(portal.db)];
  const build = (of: TrainingClass, person: Account, state: 'rejected' | 'pending' | 'cancelled') =>
    buildRegistration(portal.db, { class: of, account: person, state });
  await build(trainingClass, account, 'rejected');
  const mine = await build(trainingClass, account, 'pending');
  await build(trainingClass, account, 'cancelled');
  await build(other, account, 'pending');
  await build(trainingClass, somebody, 'pending');
  const find = (code: string) => findOwnRegistration(portal.db, { code, accountId: account.id });
  expect(await find(trainingClass.code)).toEqual({ id: mine.id, state: 'pending' });
  expect([await find('NONE'), await find('A\u0000')]).toEqual([null, null]);
});

describe('what staff read of a class', () => {
  const session = (classId: number, date: string, fromTime: string) =>
    buildClassSession(portal.db, { classId, date, fromTime, toTime: '18:00' });

  test('its sessions, the first first, and their marks', async () => {
    const [trainingClass, other] = [await buildClass(portal.db), await buildClass(portal.db)];
    const last = await session(trainingClass.id, '2026-12-02', '09:00');
    const second = await session(trainingClass.id, '2026-12-01', '13:00');
    const first = await session(trainingClass.id, '2026-12-01', '09:00');
    const foreign = await session(other.id, '2026-12-01', '09:00');
    expect((await findSessions(portal.db, trainingClass.id)).map(({ id }) => id)).toEqual([
      first.id,
      second.id,
      last.id,
    ]);
    const account = await buildAccount(portal.db);
    const marked = { state: 'present', missedMinutes: 0, updatedBy: 'staff:1', updatedAt: NOW } as const;
    for (const [of, sessionId] of [
      [trainingClass, first.id],
      [other, foreign.id],
    ] as const) {
      const { id: registrationId } = await confirm(of, account);
      await portal.db.insert(attendance).values({ registrationId, sessionId, version: 1, ...marked });
    }
    expect((await findMarks(portal.db, [first.id, last.id])).map(({ sessionId }) => sessionId)).toEqual([
      first.id,
    ]);
  });

  test('its confirmed people: without a group first, then by group and name', async () => {
    const [trainingClass, other] = [await buildClass(portal.db), await buildClass(portal.db)];
    const [groupB, groupA] = [
      await buildGroup(portal.db, { name: '乙隊' }),
      await buildGroup(portal.db, { name: '丙隊' }),
    ];
    const ids: number[] = [];
    const add = async (name: string, group?: { id: number }, state: 'confirmed' | 'unpaid' = 'confirmed') => {
      const account = await buildAccount(portal.db, { chineseName: name });
      if (group) await buildMembership(portal.db, { group, account });
      const wanted = { class: trainingClass, account, state, ...(group && { group }) };
      ids.push((await buildRegistration(portal.db, wanted)).id);
    };
    await add('b', groupA);
    await add('b', groupB);
    await add('b');
    await add('a');
    await add('b');
    await add('c', undefined, 'unpaid');
    await confirm(other, await buildAccount(portal.db));
    const [first = 0, , , , fifth = 0] = ids;
    await rewrite(registrations, ids[2] ?? 0);
    const found = await findConfirmed(portal.db, trainingClass.id);
    const byName = [ids[3], ids[2], ids[4]];
    expect(found.slice(0, 3).map(({ registrationId }) => registrationId)).toEqual(byName);
    expect(
      found
        .slice(3)
        .map(({ group }) => group)
        .toSorted(),
    ).toEqual(['丙隊', '乙隊'].toSorted());
    const chosen = await findConfirmed(portal.db, trainingClass.id, [fifth, first]);
    expect(chosen.map(({ registrationId }) => registrationId)).toEqual([fifth, first]);
  });

  test('its results, of the people asked for', async () => {
    const [trainingClass, other] = [
      await buildClass(portal.db, started),
      await buildClass(portal.db, started),
    ];
    const build = async (of: TrainingClass) => {
      const { id: registrationId } = await confirm(of, await buildAccount(portal.db));
      const draft = { state: 'draft', version: 1, updatedBy: 'staff:1', updatedAt: NOW } as const;
      await portal.db.insert(results).values({ registrationId, ...draft });
      return registrationId;
    };
    const [mine, beside, foreign] = [
      await build(trainingClass),
      await build(trainingClass),
      await build(other),
    ];
    const locked = await inTransaction(portal.db, (tx) => lockResults(tx, trainingClass.id, [mine, foreign]));
    expect([...locked.keys()]).toEqual([mine]);
    expect(locked.get(mine)?.row).toMatchObject({ registrationId: mine, version: 1 });
    expect(locked.has(beside)).toBe(false);
  });
});

describe('classes without results', () => {
  const look = async (organizationId: number) => {
    const found = await findClassesWithoutResults(portal.db, {
      staff: decidingStaff(organizationId),
      now: NOW,
    });
    return found.map(({ code }) => code);
  };
  // 180 days before 2026-12-01.
  const EARLIEST = new Date('2026-06-04T00:00:00+08:00');

  test('ended before this instant, and not before the first day that counts', async () => {
    const { id: organizationId } = await buildOrganization(portal.db, { code: 'RES', name: '成績分會' });
    const build = async (endTime: Date, overrides: Partial<TrainingClass> = {}) => {
      const times = { startTime: new Date('2026-06-01T09:00:00+08:00'), endTime };
      const trainingClass = await buildClass(portal.db, { organizationId, ...times, ...overrides });
      await confirm(trainingClass, await buildAccount(portal.db));
      return trainingClass;
    };
    const justOver = await build(new Date(NOW.getTime() - 1));
    await build(NOW);
    const [first, second] = [await build(EARLIEST), await build(EARLIEST)];
    await build(new Date(EARLIEST.getTime() - 1));
    await build(EARLIEST, { publishedAt: null });
    await build(EARLIEST, { organizationId: (await buildOrganization(portal.db)).id });
    await rewrite(classes, first.id);
    const person = await buildAccount(portal.db);
    await buildRegistration(portal.db, { class: first, account: person, state: 'confirmed', result: 1 });
    const unpaid = await buildAccount(portal.db);
    await buildRegistration(portal.db, { class: first, account: unpaid, state: 'unpaid' });
    const wanted = { staff: decidingStaff(organizationId), now: NOW };
    expect((await findClassesWithoutResults(portal.db, wanted))[0]).toMatchObject({ people: 2, missing: 1 });
    expect(await countMissingResults(portal.db, wanted)).toEqual({ count: 3, oldestAt: EARLIEST });
    expect(await look(organizationId)).toEqual([first.code, second.code, justOver.code]);
  });

  test('are at most a hundred, as are those of today', async () => {
    const { id: organizationId } = await buildOrganization(portal.db, { code: 'MANY', name: '百班分會' });
    const ids: number[] = [];
    for (let n = 0; n < 101; n++) ids.push((await buildClass(portal.db, { organizationId, ...started })).id);
    await portal.db
      .insert(classSessions)
      .values(ids.map((classId) => ({ classId, date: '2026-12-01', fromTime: '09:00', toTime: '17:00' })));
    const staff = decidingStaff(organizationId);
    expect(await findClassesOfToday(portal.db, { staff, now: NOW })).toHaveLength(100);
  });
});
