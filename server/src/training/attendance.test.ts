import { attendanceSheet, checkIn, markAttendance } from '@portal/contract/office/attendance';
import { checkInCode } from '@portal/contract/training';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount, logIn } from '../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
  nameInstructor,
} from '../../test/factories/catalogue.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { courses } from '../catalogue/tables.ts';
import { registrationEvents, registrations } from '../enrolment/tables.ts';

let portal: TestPortal;
let organizationId: number;
let elsewhereId: number;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  organizationId = (await buildOrganization(portal.db)).id;
  elsewhereId = (await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' })).id;
  const { id } = await buildCourse(portal.db);
  await portal.db.update(courses).set({ attendanceMinimum: 80 }).where(eq(courses.id, id));
});
afterAll(() => portal.close());

const enter = async (role: 'officer' | 'instructor' | 'auditor', branch: number | null = organizationId) => {
  const staff = await buildStaff(portal.db, { name: '王承辦', grants: [grant(role, branch)] });
  return { staff, headers: { 'sec-fetch-site': 'same-origin', cookie: await enterOffice(portal.db, staff) } };
};
type Headers = Record<string, string>;

/** A class of today with a morning and an afternoon, and one of tomorrow. */
const buildLesson = async (people = 2) => {
  const opening = await buildClass(portal.db, { startTime: NOW });
  const session = (date: string, fromTime: string, toTime: string) =>
    buildClassSession(portal.db, { classId: opening.id, date, fromTime, toTime });
  const sessions = [
    await session('2026-12-01', '09:00', '12:00'),
    await session('2026-12-01', '13:00', '18:00'),
    await session('2026-12-02', '09:00', '11:00'),
  ];
  const registrations = [];
  for (let at = 0; at < people; at += 1) {
    const account = await buildAccount(portal.db);
    registrations.push(await buildRegistration(portal.db, { class: opening, account, state: 'confirmed' }));
  }
  return { opening, sessions, registrations };
};
type Lesson = Awaited<ReturnType<typeof buildLesson>>;

const idOf = (rows: readonly { id: number }[], at: number): number => rows[at]?.id ?? 0;

const look = ({ opening }: Lesson, headers: Headers) =>
  portal.call(attendanceSheet, { params: { id: String(opening.id) }, headers });

interface Sent {
  registrationId: number;
  state: 'present' | 'late' | 'leave' | 'absent' | null;
  missedMinutes?: number;
  version?: number;
}

const mark = ({ opening }: Pick<Lesson, 'opening'>, sessionId: number, marks: Sent[], headers: Headers) =>
  portal.call(markAttendance, {
    params: { id: String(opening.id) },
    body: { sessionId, marks: marks.map((each) => ({ version: 0, ...each })) },
    headers,
  });

const eventsOf = (registrationId: number) =>
  portal.db
    .select({ actor: registrationEvents.actor, data: registrationEvents.data })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registrationId))
    .orderBy(asc(registrationEvents.id));

test('attendance is marked by session and added up', async () => {
  const { staff, headers } = await enter('officer');
  const lesson = await buildLesson();
  const [first, second] = [idOf(lesson.registrations, 0), idOf(lesson.registrations, 1)];
  const { answer } = await mark(
    lesson,
    idOf(lesson.sessions, 0),
    [
      { registrationId: first, state: 'present' },
      { registrationId: second, state: 'late', missedMinutes: 30 },
    ],
    headers,
  );
  expect(answer.results).toEqual([
    {
      registrationId: first,
      done: true,
      why: null,
      mark: { state: 'present', missedMinutes: 0, checkedInAt: null, version: 1 },
      hours: 2.4,
      percent: 30,
    },
    {
      registrationId: second,
      done: true,
      why: null,
      mark: { state: 'late', missedMinutes: 30, checkedInAt: null, version: 1 },
      hours: 2,
      percent: 25,
    },
  ]);
  const sheet = (await look(lesson, headers)).answer;
  expect(sheet).toMatchObject({ hours: 8, minimum: 80, can: { mark: true } });
  expect(
    sheet.sessions.map(({ date, from, to, minutes, isOpen }) => [date, from, to, minutes, isOpen]),
  ).toEqual([
    ['2026-12-01', '09:00', '12:00', 180, true],
    ['2026-12-01', '13:00', '18:00', 300, true],
    ['2026-12-02', '09:00', '11:00', 120, false],
  ]);
  expect(sheet.people.map(({ marks }) => marks.map(({ state }) => state))).toEqual([
    ['present', null, null],
    ['late', null, null],
  ]);
  expect((await eventsOf(second)).at(-1)).toEqual({
    actor: `staff:${staff.id}`,
    data: { session: '2026-12-01 09:00–12:00', attendance: '遲到', missedMinutes: 30 },
  });
});

test('a mark is changed and removed by staff who have seen it, and the event holds the former mark', async () => {
  const { headers } = await enter('officer');
  const lesson = await buildLesson(1);
  const registrationId = idOf(lesson.registrations, 0);
  const send = async (state: Sent['state'], version: number) =>
    (await mark(lesson, idOf(lesson.sessions, 0), [{ registrationId, state, version }], headers)).answer
      .results[0];
  await send('absent', 0);
  expect(await send('leave', 1)).toMatchObject({ done: true, mark: { state: 'leave', version: 2 } });
  expect((await eventsOf(registrationId)).at(-1)?.data).toEqual({
    session: '2026-12-01 09:00–12:00',
    attendanceBefore: '缺席',
    attendance: '請假',
  });
  expect(await send(null, 2)).toMatchObject({ done: true, mark: { state: null, version: 3 } });
});

test('a mark that a colleague made meanwhile is kept, and the refusal names the colleague', async () => {
  const [one, other] = [await enter('officer'), await enter('officer')];
  const lesson = await buildLesson(1);
  const registrationId = idOf(lesson.registrations, 0);
  const session = idOf(lesson.sessions, 0);
  await mark(lesson, session, [{ registrationId, state: 'leave' }], one.headers);
  const { answer } = await mark(lesson, session, [{ registrationId, state: 'present' }], other.headers);
  expect(answer.results[0]).toMatchObject({
    done: false,
    why: '王承辦 已於 2026-12-01（二）10:00 登錄為「請假」',
    mark: { state: 'leave', version: 1 },
  });
  const same = await mark(lesson, session, [{ registrationId, state: 'leave' }], other.headers);
  expect(same.answer.results[0]).toMatchObject({ done: true, mark: { state: 'leave', version: 1 } });
});

test('before the day of a session only leave can be marked', async () => {
  const { headers } = await enter('officer');
  const lesson = await buildLesson();
  const [first, second] = [idOf(lesson.registrations, 0), idOf(lesson.registrations, 1)];
  const marks: Sent[] = [
    { registrationId: first, state: 'present' },
    { registrationId: second, state: 'leave' },
  ];
  const { answer } = await mark(lesson, idOf(lesson.sessions, 2), marks, headers);
  expect(answer.results.map(({ done, why }) => [done, why])).toEqual([
    [false, '上課當日起方可登錄，請假除外'],
    [true, null],
  ]);
});

describe('a mark is refused', () => {
  test.each(['pending', 'refused', 'unpaid', 'reported', 'cancelled'] as const)(
    'if the registration is %s',
    async (state) => {
      const { headers } = await enter('officer');
      const lesson = await buildLesson(0);
      const account = await buildAccount(portal.db);
      const { id } = await buildRegistration(portal.db, { class: lesson.opening, account, state });
      const marks: Sent[] = [{ registrationId: id, state: 'present' }];
      const { answer } = await mark(lesson, idOf(lesson.sessions, 0), marks, headers);
      expect(answer.results[0]).toMatchObject({
        done: false,
        why: '此學員未完成報名，無法登錄出席',
        mark: null,
      });
      expect((await look(lesson, headers)).answer.people).toEqual([]);
    },
  );

  test('of another class', async () => {
    const { headers } = await enter('officer');
    const [lesson, other] = [await buildLesson(1), await buildLesson(1)];
    const foreign = idOf(other.registrations, 0);
    const { answer } = await mark(
      lesson,
      idOf(lesson.sessions, 0),
      [{ registrationId: foreign, state: 'present' }],
      headers,
    );
    expect(answer.results[0]).toMatchObject({ done: false, mark: null });
    expect((await look(other, headers)).answer.people[0]?.marks[0]?.state).toBeNull();
  });

  test('in a session of another class', async () => {
    const { headers } = await enter('officer');
    const [lesson, other] = [await buildLesson(1), await buildLesson(1)];
    const marks: Sent[] = [{ registrationId: idOf(lesson.registrations, 0), state: 'present' }];
    const { status, refusal } = await mark(lesson, idOf(other.sessions, 0), marks, headers);
    expect([status, refusal.message]).toEqual([422, '查無此上課時段，請重新載入後再試']);
  });
});

describe('a class out of reach does not exist', () => {
  const outcomes = async (lesson: Lesson, headers: Headers) => {
    const marks: Sent[] = [{ registrationId: idOf(lesson.registrations, 0), state: 'present' }];
    const written = await mark(lesson, idOf(lesson.sessions, 0), marks, headers);
    return [(await look(lesson, headers)).status, written.status];
  };

  test('for an officer of another branch', async () => {
    const lesson = await buildLesson(1);
    expect(await outcomes(lesson, (await enter('officer', elsewhereId)).headers)).toEqual([404, 404]);
  });

  test('for an instructor whom it does not name', async () => {
    const lesson = await buildLesson(1);
    const { staff, headers } = await enter('instructor');
    await nameInstructor(portal.db, (await buildLesson(0)).opening, staff);
    expect(await outcomes(lesson, headers)).toEqual([404, 404]);
    await nameInstructor(portal.db, lesson.opening, staff);
    expect(await outcomes(lesson, headers)).toEqual([200, 200]);
  });

  test('for an instructor of another branch, even if it names them', async () => {
    const lesson = await buildLesson(1);
    const { staff, headers } = await enter('instructor', elsewhereId);
    await nameInstructor(portal.db, lesson.opening, staff);
    expect(await outcomes(lesson, headers)).toEqual([404, 404]);
  });

  test('but an auditor of the branch can read it', async () => {
    const lesson = await buildLesson(1);
    const { headers } = await enter('auditor');
    expect(await outcomes(lesson, headers)).toEqual([200, 403]);
    expect((await look(lesson, headers)).answer.can).toEqual({ mark: false });
  });
});

test('the answer masks identity numbers', async () => {
  const { headers } = await enter('officer');
  const lesson = await buildLesson(0);
  const account = await buildAccount(portal.db);
  await buildRegistration(portal.db, { class: lesson.opening, account, state: 'confirmed' });
  const url = fill(attendanceSheet.path, { id: String(lesson.opening.id) });
  const { body } = await portal.app.inject({ method: 'GET', url, headers });
  expect(body).toContain(account.chineseName);
  expect(body).not.toContain(account.idNumber ?? account.passportNo);
});

describe('a code for checking in', () => {
  /** Somebody in the class with the code that their page shows. */
  const buildAttendee = async (lesson: Lesson, state: 'confirmed' | 'unpaid' = 'confirmed') => {
    const account = await buildAccount(portal.db);
    const { id } = await buildRegistration(portal.db, { class: lesson.opening, account, state });
    const token = await logIn(portal.db, account);
    const shown = await portal.call(checkInCode, { token, params: { code: lesson.opening.code } });
    return { id, name: account.chineseName, shown };
  };
  const scan = ({ opening, sessions }: Lesson, code: string, headers: Headers, at = 0) =>
    portal.call(checkIn, {
      params: { id: String(opening.id) },
      body: { sessionId: idOf(sessions, at), code },
      headers,
    });

  test('marks its person late an hour after the beginning, and with the time', async () => {
    const { headers } = await enter('officer');
    const lesson = await buildLesson(0);
    const { id, name, shown } = await buildAttendee(lesson);
    const { answer } = await scan(lesson, shown.answer.code, headers);
    expect(answer).toEqual({
      ...{ registrationId: id, name, repeated: false, hours: 1.6, percent: 20 },
      mark: { state: 'late', missedMinutes: 60, checkedInAt: '2026-12-01T10:00:00+08:00', version: 1 },
    });
  });

  test('marks its person present before the session, also in place of an absence', async () => {
    const { headers } = await enter('officer');
    const lesson = await buildLesson(0);
    const { id, shown } = await buildAttendee(lesson);
    const afternoon = idOf(lesson.sessions, 1);
    await mark(lesson, afternoon, [{ registrationId: id, state: 'absent' }], headers);
    const { answer } = await scan(lesson, shown.answer.code, headers, 1);
    expect(answer.mark).toMatchObject({ state: 'present', missedMinutes: 0, version: 2 });
  });

  test('used again is recognised and changes nothing', async () => {
    const { headers } = await enter('officer');
    const lesson = await buildLesson(0);
    const { shown } = await buildAttendee(lesson);
    await scan(lesson, shown.answer.code, headers);
    const { answer } = await scan(lesson, shown.answer.code, headers);
    expect(answer).toMatchObject({ repeated: true, mark: { version: 1 } });
  });

  test('is refused with a text if it is forged, of another class, or of an unconfirmed registration', async () => {
    const { headers } = await enter('officer');
    const [lesson, other] = [await buildLesson(0), await buildLesson(0)];
    const { id, name, shown } = await buildAttendee(lesson);
    const elsewhere = await buildAttendee(other);
    const forged = `${shown.answer.code.slice(0, -1)}${shown.answer.code.endsWith('0') ? '1' : '0'}`;
    const outcome = async (code: string) => {
      const { status, refusal } = await scan(lesson, code, headers);
      return [status, refusal.message];
    };
    expect(await outcome(forged)).toEqual([422, '報到碼不正確，請重新掃描或輸入']);
    expect(await outcome(elsewhere.shown.answer.code)).toEqual([422, '此報到碼不屬於本課程']);
    await portal.db.update(registrations).set({ state: 'unpaid' }).where(eq(registrations.id, id));
    expect(await outcome(shown.answer.code)).toEqual([422, `${name} 未完成報名，無法報到`]);
    await portal.db.update(registrations).set({ state: 'confirmed' }).where(eq(registrations.id, id));
  });

  test('checks nobody in before the day of the session', async () => {
    const { headers } = await enter('officer');
    const lesson = await buildLesson(0);
    const { shown } = await buildAttendee(lesson);
    expect((await scan(lesson, shown.answer.code, headers, 2)).status).toBe(422);
  });

  test('is not shown before the registration is complete, nor to strangers', async () => {
    const lesson = await buildLesson(0);
    const { shown } = await buildAttendee(lesson, 'unpaid');
    expect([shown.status, shown.refusal.message]).toEqual([422, '完成報名後方有報到碼']);
    const token = await logIn(portal.db, await buildAccount(portal.db));
    const stranger = await portal.call(checkInCode, { token, params: { code: lesson.opening.code } });
    expect([stranger.status, stranger.refusal.message]).toEqual([422, '查無此報名紀錄']);
  });
});
