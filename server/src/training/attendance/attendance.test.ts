import { attendanceSheet, checkIn, markAttendance } from '@portal/contract/office/training';
import { checkInCode } from '@portal/contract/training';
import { and, asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fill, NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount, logIn } from '../../../test/factories/account.ts';
import {
  buildClass,
  buildClassSession,
  buildCourse,
  buildOrganization,
  nameInstructor,
} from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { freeWhileWaiting, isWaiting, untilWaiting } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { courses } from '../../catalogue/tables.ts';
import { classSessions } from '../../classes/tables.ts';
import { registrationEvents, registrations } from '../../enrolment/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { attendance } from '../tables.ts';
import { markAttendance as markLesson } from './mark-attendance.ts';

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
  const trainingClass = await buildClass(portal.db, { startTime: NOW });
  const session = (date: string, fromTime: string, toTime: string) =>
    buildClassSession(portal.db, { classId: trainingClass.id, date, fromTime, toTime });
  const sessions = [
    await session('2026-12-01', '09:00', '12:00'),
    await session('2026-12-01', '13:00', '18:00'),
    await session('2026-12-02', '09:00', '11:00'),
  ];
  const registrations = [];
  for (let at = 0; at < people; at += 1) {
    const account = await buildAccount(portal.db);
    registrations.push(
      await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' }),
    );
  }
  return { trainingClass, sessions, registrations };
};
type Lesson = Awaited<ReturnType<typeof buildLesson>>;

const idOf = (rows: readonly { id: number }[], at: number): number => rows[at]?.id ?? 0;

const look = ({ trainingClass }: Lesson, headers: Headers) =>
  portal.call(attendanceSheet, { params: { id: String(trainingClass.id) }, headers });

interface Sent {
  registrationId: number;
  state: 'present' | 'late' | 'leave' | 'absent' | null;
  missedMinutes?: number;
  version?: number;
}

const mark = (
  { trainingClass }: Pick<Lesson, 'trainingClass'>,
  sessionId: number,
  marks: Sent[],
  headers: Headers,
) =>
  portal.call(markAttendance, {
    params: { id: String(trainingClass.id) },
    body: { sessionId, marks: marks.map((each) => ({ version: 0, ...each })) },
    headers,
  });

/** Somebody in the class with the code that their page shows. */
const buildAttendee = async (lesson: Lesson, state: 'confirmed' | 'unpaid' = 'confirmed') => {
  const account = await buildAccount(portal.db);
  const { id } = await buildRegistration(portal.db, { class: lesson.trainingClass, account, state });
  const token = await logIn(portal.db, account);
  const shown = await portal.call(checkInCode, { token, params: { code: lesson.trainingClass.code } });
  return { id, name: account.chineseName, shown };
};
const scan = ({ trainingClass, sessions }: Lesson, code: string, headers: Headers, at = 0) =>
  portal.call(checkIn, {
    params: { id: String(trainingClass.id) },
    body: { sessionId: idOf(sessions, at), code },
    headers,
  });

const eventsOf = (registrationId: number) =>
  portal.db
    .select({ actor: registrationEvents.actor, data: registrationEvents.data })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registrationId))
    .orderBy(asc(registrationEvents.id));

describe('the photo of an attendee', () => {
  const buildPictured = async (state: 'confirmed' | 'unpaid' = 'confirmed') => {
    const lesson = await buildLesson(0);
    const key = `photos/attendee-${lesson.trainingClass.id}`;
    await portal.services.files.put(key, Buffer.from('photo'));
    const account = await buildAccount(portal.db, { photoKey: key });
    const attendee = await buildRegistration(portal.db, { class: lesson.trainingClass, account, state });
    return { ...lesson, account, attendee };
  };
  const show = ({ trainingClass, attendee }: Awaited<ReturnType<typeof buildPictured>>, headers: Headers) => {
    const url = `/api/office/classes/${trainingClass.id}/attendance/${attendee.id}/photo`;
    return portal.app.inject({ url, headers });
  };

  test('is shown to the instructor of the class, who leaves an event', async () => {
    const pictured = await buildPictured();
    const { staff, headers } = await enter('instructor');
    expect((await show(pictured, headers)).statusCode).toBe(404);
    await nameInstructor(portal.db, pictured.trainingClass, staff);
    expect((await show(pictured, headers)).payload).toBe('photo');
    const looks = await portal.db
      .select({ actor: auditEvents.actor, after: auditEvents.after })
      .from(auditEvents)
      .where(
        and(eq(auditEvents.action, 'person.show_photo'), eq(auditEvents.subjectId, pictured.attendee.id)),
      );
    expect(looks).toEqual([{ actor: `staff:${staff.id}`, after: { accountId: pictured.account.id } }]);
    const { answer } = await look({ ...pictured, registrations: [] }, headers);
    expect(answer.people).toMatchObject([{ hasPhoto: true }]);
  });

  test('is that of the person whose photo is opened', async () => {
    const pictured = await buildPictured();
    const account = await buildAccount(portal.db, { photoKey: 'photos/another' });
    await portal.services.files.put('photos/another', Buffer.from('another photo'));
    const another = await buildRegistration(portal.db, {
      ...{ class: pictured.trainingClass, account, state: 'confirmed' },
    });
    const { headers } = await enter('officer');
    const shown = [pictured, { ...pictured, attendee: another }].map((each) => show(each, headers));
    expect((await Promise.all(shown)).map(({ payload }) => payload)).toEqual(['photo', 'another photo']);
  });

  test('is not shown before the registration is confirmed, nor in another class', async () => {
    const [unpaid, pictured] = [await buildPictured('unpaid'), await buildPictured()];
    const { headers } = await enter('officer');
    expect((await show(unpaid, headers)).statusCode).toBe(404);
    const { trainingClass } = await buildLesson(0);
    expect((await show({ ...pictured, trainingClass }, headers)).statusCode).toBe(404);
  });
});

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
  expect((await eventsOf(registrationId)).at(-1)?.data).toEqual({
    session: '2026-12-01 09:00–12:00',
    attendanceBefore: '請假',
    attendance: '未點名',
  });
});

test('the minutes missed may be corrected; the same mark again changes nothing', async () => {
  const { headers } = await enter('officer');
  const lesson = await buildLesson(1);
  const registrationId = idOf(lesson.registrations, 0);
  const late = async (missedMinutes: number, version: number) => {
    const marks: Sent[] = [{ registrationId, state: 'late', missedMinutes, version }];
    return (await mark(lesson, idOf(lesson.sessions, 0), marks, headers)).answer.results[0]?.mark;
  };
  expect(await late(30, 0)).toMatchObject({ missedMinutes: 30, version: 1 });
  expect(await late(30, 1)).toMatchObject({ missedMinutes: 30, version: 1 });
  expect(await late(45, 1)).toMatchObject({ missedMinutes: 45, version: 2 });
});

test('each session and each person has a mark of its own', async () => {
  const { headers } = await enter('officer');
  const lesson = await buildLesson();
  const [first, second] = [idOf(lesson.registrations, 0), idOf(lesson.registrations, 1)];
  const [morning, afternoon] = [idOf(lesson.sessions, 0), idOf(lesson.sessions, 1)];
  const send = async (session: number, registrationId: number, state: Sent['state']) =>
    (await mark(lesson, session, [{ registrationId, state }], headers)).answer.results[0];
  await send(morning, first, 'absent');
  expect(await send(afternoon, first, 'present')).toMatchObject({ done: true, mark: { version: 1 } });
  expect(await send(morning, second, 'leave')).toMatchObject({ done: true, mark: { version: 1 } });
});

describe('while another transaction holds', () => {
  const by = { actor: decidingStaff(), now: NOW };
  const present = (lesson: Lesson) =>
    inTransaction(portal.db, (tx) => {
      const marks = [
        { registrationId: idOf(lesson.registrations, 0), state: 'present', version: 0 } as const,
      ];
      const written = { classId: lesson.trainingClass.id, sessionId: idOf(lesson.sessions, 0), marks };
      return markLesson(tx, written, by);
    });
  /** Whether the mark of the first person waits for the lock. */
  const waits = async (lesson: Lesson, lock: (tx: Tx) => Promise<unknown>) => {
    const { marking, waited } = await inTransaction(portal.db, async (tx) => {
      await lock(tx);
      const work = present(lesson);
      return { marking: work, waited: await isWaiting(portal.db, work) };
    });
    await marking;
    return waited;
  };
  const lockRegistration = (registrationId: number) => (tx: Tx) =>
    tx.select().from(registrations).where(eq(registrations.id, registrationId)).for('no key update');

  test('the session, a mark waits', async () => {
    const lesson = await buildLesson();
    const session = idOf(lesson.sessions, 0);
    expect(
      await waits(lesson, (tx) =>
        tx.select().from(classSessions).where(eq(classSessions.id, session)).for('no key update'),
      ),
    ).toBe(true);
  });

  test('the registration, a mark waits; for that of another person it does not', async () => {
    const [lesson, other] = [await buildLesson(), await buildLesson()];
    expect(await waits(lesson, lockRegistration(idOf(lesson.registrations, 0)))).toBe(true);
    expect(await waits(other, lockRegistration(idOf(other.registrations, 1)))).toBe(false);
  });

  test('the registration, checking in waits and sees what became of it', async () => {
    const { headers } = await enter('officer');
    const lesson = await buildLesson(0);
    const account = await buildAccount(portal.db);
    const { id } = await buildRegistration(portal.db, {
      class: lesson.trainingClass,
      account,
      state: 'confirmed',
    });
    const token = await logIn(portal.db, account);
    const shown = await portal.call(checkInCode, { token, params: { code: lesson.trainingClass.code } });
    const { scanning } = await inTransaction(portal.db, async (tx) => {
      await lockRegistration(id)(tx);
      const work = portal.call(checkIn, {
        params: { id: String(lesson.trainingClass.id) },
        body: { sessionId: idOf(lesson.sessions, 0), code: shown.answer.code },
        headers,
      });
      await untilWaiting(portal.db, work);
      await tx.update(registrations).set({ state: 'unpaid' }).where(eq(registrations.id, id));
      return { scanning: work };
    });
    expect((await scanning).status).toBe(422);
    await portal.db.update(registrations).set({ state: 'confirmed' }).where(eq(registrations.id, id));
  });
});

test('registrations are locked in the order of their ids, however they are stored and requested', async () => {
  const lesson = await buildLesson();
  const [first, second] = [idOf(lesson.registrations, 0), idOf(lesson.registrations, 1)];
  // Rewriting a row moves it to the end of the table.
  await portal.db.update(registrations).set({ updatedAt: NOW }).where(eq(registrations.id, first));
  await portal.db.execute(sql`analyze registrations`);
  const marks = [second, first].map(
    (registrationId) => ({ registrationId, state: 'present', version: 0 }) as const,
  );
  const written = { classId: lesson.trainingClass.id, sessionId: idOf(lesson.sessions, 0), marks };
  const free = await freeWhileWaiting(
    portal.db,
    { table: registrations, ids: [first, second] },
    (tx) => tx.select().from(registrations).where(eq(registrations.id, first)).for('no key update'),
    (tx) => markLesson(tx, written, { actor: decidingStaff(), now: NOW }),
  );
  expect(free).toEqual([second]);
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
  test.each(['pending', 'rejected', 'unpaid', 'reported', 'cancelled'] as const)(
    'if the registration is %s',
    async (state) => {
      const { headers } = await enter('officer');
      const lesson = await buildLesson(0);
      const account = await buildAccount(portal.db);
      const { id } = await buildRegistration(portal.db, { class: lesson.trainingClass, account, state });
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
  /** Looks, marks and scans. Returns the three statuses, and the number of marks that are stored then. */
  const outcomes = async (lesson: Lesson, headers: Headers) => {
    const marks: Sent[] = [{ registrationId: idOf(lesson.registrations, 0), state: 'present' }];
    const { shown } = await buildAttendee(lesson);
    const looked = await look(lesson, headers);
    const marked = await mark(lesson, idOf(lesson.sessions, 0), marks, headers);
    const scanned = await scan(lesson, shown.answer.code, headers);
    const kept = await portal.db.$count(attendance, eq(attendance.sessionId, idOf(lesson.sessions, 0)));
    return [looked.status, marked.status, scanned.status, kept];
  };

  test('for an officer of another branch', async () => {
    const lesson = await buildLesson(1);
    expect(await outcomes(lesson, (await enter('officer', elsewhereId)).headers)).toEqual([404, 404, 404, 0]);
  });

  test('for an instructor whom it does not name', async () => {
    const lesson = await buildLesson(1);
    const { staff, headers } = await enter('instructor');
    await nameInstructor(portal.db, (await buildLesson(0)).trainingClass, staff);
    expect(await outcomes(lesson, headers)).toEqual([404, 404, 404, 0]);
    await nameInstructor(portal.db, lesson.trainingClass, staff);
    expect(await outcomes(lesson, headers)).toEqual([200, 200, 200, 2]);
  });

  test('for an instructor of another branch, even if it names them', async () => {
    const lesson = await buildLesson(1);
    const { staff, headers } = await enter('instructor', elsewhereId);
    await nameInstructor(portal.db, lesson.trainingClass, staff);
    expect(await outcomes(lesson, headers)).toEqual([404, 404, 404, 0]);
  });

  test('but an auditor of the branch can read it', async () => {
    const lesson = await buildLesson(1);
    const { headers } = await enter('auditor');
    expect(await outcomes(lesson, headers)).toEqual([200, 403, 403, 0]);
    expect((await look(lesson, headers)).answer.can).toEqual({ mark: false });
  });
});

test('the answer masks identity numbers', async () => {
  const { headers } = await enter('officer');
  const lesson = await buildLesson(0);
  const account = await buildAccount(portal.db);
  await buildRegistration(portal.db, { class: lesson.trainingClass, account, state: 'confirmed' });
  const url = fill(attendanceSheet.path, { id: String(lesson.trainingClass.id) });
  const { body } = await portal.app.inject({ method: 'GET', url, headers });
  expect(body).toContain(account.chineseName);
  expect(body).not.toContain(account.idNumber ?? account.passportNo);
});

describe('a code for checking in', () => {
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
    const afternoon = async () => (await scan(lesson, shown.answer.code, headers, 1)).answer;
    expect(await afternoon()).toMatchObject({ repeated: false, mark: { state: 'present', version: 1 } });
    expect(await afternoon()).toMatchObject({ repeated: true, mark: { version: 1 } });
    const other = await buildAttendee(lesson);
    const { answer: others } = await scan(lesson, other.shown.answer.code, headers);
    expect(others).toMatchObject({ repeated: false, registrationId: other.id, mark: { version: 1 } });
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

  test('checks nobody in after the end of the session, and leaves marks as they are', async () => {
    const { headers } = await enter('officer');
    const lesson = await buildLesson(0);
    const { id, shown } = await buildAttendee(lesson);
    const over = await buildClassSession(portal.db, {
      ...{ classId: lesson.trainingClass.id, date: '2026-12-01', fromTime: '07:00', toTime: '08:00' },
    });
    const late = { ...lesson, sessions: [over] };
    const { status, refusal } = await scan(late, shown.answer.code, headers);
    expect([status, refusal.message]).toEqual([422, '此時段已結束，請直接在名單上點選出席狀態']);
    await mark(lesson, over.id, [{ registrationId: id, state: 'present' }], headers);
    const { answer } = await scan(late, shown.answer.code, headers);
    expect(answer).toMatchObject({ repeated: true, mark: { state: 'present', missedMinutes: 0 } });
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
    const stranger = await portal.call(checkInCode, { token, params: { code: lesson.trainingClass.code } });
    expect([stranger.status, stranger.refusal.message]).toEqual([422, '查無此報名紀錄']);
  });
});
