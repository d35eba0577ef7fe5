import { classDetail } from '@portal/contract/catalogue';
import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, decidingStaff, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { attendance } from '../../training/tables.ts';
import { findSessions } from '../queries.ts';
import { classes } from '../tables.ts';
import { createClass, type NewClass } from './create-class.ts';
import { publishClass } from './publish-class.ts';
import { setClassSessions } from './set-class-sessions.ts';

let portal: TestPortal;
let basic: NewClass;
beforeAll(async () => {
  portal = await openTestPortal();
  basic = {
    code: 'TPE-CPR-001',
    organizationId: (await buildOrganization(portal.db)).id,
    courseId: (await buildCourse(portal.db)).id,
    startTime: new Date('2026-12-31T01:00:00Z'),
    limitNumber: 20,
    place: '臺北市中正區範例路一段 1 號',
    contactName: '林承辦',
    contactPhone: '02-20000001',
    personalAllow: true,
    groupAllow: true,
    fee: 1500,
  };
});
afterAll(() => portal.close());

const CIRCUMSTANCES = { actor: decidingStaff(), now: NOW };
const write = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(portal.db, work);
const create = (input: NewClass) => write((tx) => createClass(tx, input, CIRCUMSTANCES));
const publish = (id: number, now = NOW) => write((tx) => publishClass(tx, { id }, { ...CIRCUMSTANCES, now }));

const shown = (code: string) => portal.call(classDetail, { params: { code } });

test('a new class is hidden until it is published', async () => {
  const id = await create(basic);
  expect((await shown('TPE-CPR-001')).status).toBe(404);
  await publish(id);
  expect((await shown('TPE-CPR-001')).answer).toMatchObject({ id, number: 0, html: '' });
});

test('publishing again keeps the place of a class in the list', async () => {
  const id = await create({ ...basic, code: 'TPE-CPR-002' });
  await publish(id);
  await publish(id, new Date(NOW.getTime() + 1000));
  const [row] = await portal.db.select().from(classes).where(eq(classes.id, id));
  expect(row?.publishedAt).toEqual(NOW);
  const events = and(eq(auditEvents.action, 'class.publish'), eq(auditEvents.subjectId, id));
  expect(await portal.db.$count(auditEvents, events)).toBe(1);
});

test('its HTML is clean before it is stored', async () => {
  const html = '<p onclick="x">內容</p><script>alert(1)</script>';
  const written = { html, paidHtml: html, info: html };
  const id = await create({ ...basic, code: 'TPE-CPR-003', ...written });
  const [row] = await portal.db.select().from(classes).where(eq(classes.id, id));
  const clean = '<p>內容</p>';
  expect(row).toMatchObject({ html: clean, paidHtml: clean, info: clean });
});

test('a class starts with its first session and ends with its last', async () => {
  const classId = await create({ ...basic, code: 'TPE-CPR-004' });
  const set = (...days: string[]) =>
    write((tx) =>
      setClassSessions(
        tx,
        { classId, sessions: days.map((date) => ({ date, fromTime: '08:30', toTime: '17:00' })) },
        CIRCUMSTANCES,
      ),
    );
  await set('2026-12-09');
  await set('2026-12-21', '2026-12-20');
  await publish(classId);
  const { answer } = await shown('TPE-CPR-004');
  expect(answer).toMatchObject({
    start_time: '2026-12-20T08:30:00+08:00',
    end_time: '2026-12-21T17:00:00+08:00',
    sessions: [{ date: '2026-12-20' }, { date: '2026-12-21' }],
  });
  await expect(set()).rejects.toThrow('at least one session');
});

describe('the sessions of a class', () => {
  const at = (date: string, id?: number) => ({ date, fromTime: '08:30', toTime: '17:00', id });
  const set = (classId: number, sessions: ReturnType<typeof at>[], by = CIRCUMSTANCES) =>
    write((tx) => setClassSessions(tx, { classId, sessions }, by));

  let serial = 100;
  /** Builds a class of two days, the first of which somebody attended. */
  const buildAttended = async () => {
    serial += 1;
    const classId = await create({ ...basic, code: `TPE-CPR-${serial}` });
    await set(classId, [at('2026-12-20'), at('2026-12-21')]);
    const [first, second] = await findSessions(portal.db, classId);
    const account = await buildAccount(portal.db);
    const registration = await buildRegistration(portal.db, { class: { id: classId }, account });
    const attended = {
      registrationId: registration.id,
      sessionId: first?.id ?? 0,
      state: 'present',
    } as const;
    await portal.db
      .insert(attendance)
      .values({ ...attended, version: 1, updatedBy: 'staff:1', updatedAt: NOW });
    return { classId, first: first?.id ?? 0, second: second?.id ?? 0 };
  };
  const startOf = async (id: number) =>
    (await portal.db.select().from(classes).where(eq(classes.id, id)))[0]?.startTime.toISOString();

  test('change without those of another class; one that was attended stays the same session', async () => {
    const [{ classId, first, second }, other] = [await buildAttended(), await buildAttended()];
    const theirs = await findSessions(portal.db, other.classId);
    await set(classId, [at('2026-12-23', first), at('2026-12-22', second), at('2026-12-24')]);
    expect((await findSessions(portal.db, classId)).map(({ id, date }) => [date, id === first])).toEqual([
      ['2026-12-22', false],
      ['2026-12-23', true],
      ['2026-12-24', false],
    ]);
    expect(await findSessions(portal.db, other.classId)).toEqual(theirs);
    expect([await startOf(classId), await startOf(other.classId)]).toEqual([
      '2026-12-22T00:30:00.000Z',
      '2026-12-20T00:30:00.000Z',
    ]);
    const [event] = await portal.db
      .select({ before: auditEvents.before, after: auditEvents.after })
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'class.set_sessions'), eq(auditEvents.subjectId, classId)))
      .orderBy(desc(auditEvents.id));
    expect(event).toEqual({
      before: { sessions: ['2026-12-20 08:30–17:00', '2026-12-21 08:30–17:00'] },
      after: { sessions: ['2026-12-22 08:30–17:00', '2026-12-23 08:30–17:00', '2026-12-24 08:30–17:00'] },
    });
  });

  test('change places although people attended them', async () => {
    const { classId, first } = await buildAttended();
    await set(classId, [at('2026-12-20', first)]);
    const attended = await findSessions(portal.db, classId);
    await set(classId, [at('2026-12-20', first), at('2026-12-22')]);
    const second = (await findSessions(portal.db, classId))[1]?.id ?? 0;
    const account = await buildAccount(portal.db);
    const registration = await buildRegistration(portal.db, { class: { id: classId }, account });
    const presence = { registrationId: registration.id, sessionId: second, state: 'present' } as const;
    await portal.db
      .insert(attendance)
      .values({ ...presence, version: 1, updatedBy: 'staff:1', updatedAt: NOW });
    await set(classId, [at('2026-12-22', first), at('2026-12-20', second)]);
    expect(attended.map(({ id }) => id)).toEqual([first]);
    expect((await findSessions(portal.db, classId)).map(({ id }) => id)).toEqual([second, first]);
  });

  test('keep one that was attended, and are not changed by another branch', async () => {
    const { classId, second } = await buildAttended();
    const before = await findSessions(portal.db, classId);
    await expect(set(classId, [at('2026-12-21', second)])).rejects.toMatchObject({
      code: 'class_session_attended',
    });
    const elsewhere = asStaff({ id: 1, name: '承辦' }, [grant('officer', basic.organizationId + 1)]);
    await expect(set(classId, [at('2026-12-25')], { actor: elsewhere, now: NOW })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await findSessions(portal.db, classId)).toEqual(before);
  });
});

describe('the place and the instructor of a session', () => {
  const day = { date: '2026-12-20', fromTime: '08:30', toTime: '17:00' };

  test('are stored, or are those of the class', async () => {
    const classId = await create({ ...basic, code: 'TPE-CPR-020' });
    const sessions = [
      { ...day, place: '淡水泳池', instructor: '林教練' },
      { ...day, date: '2026-12-21' },
    ];
    await write((tx) => setClassSessions(tx, { classId, sessions }, CIRCUMSTANCES));
    expect(await findSessions(portal.db, classId)).toMatchObject([
      { place: '淡水泳池', instructor: '林教練' },
      { place: null, instructor: null },
    ]);
  });
});

test('the right to set sessions is that of the branch of the class', async () => {
  const other = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const classId = await create({ ...basic, code: 'KHH-CPR-001', organizationId: other.id });
  const sessions = [{ date: '2026-12-20', fromTime: '08:30', toTime: '17:00' }];
  const by = { actor: decidingStaff(other.id), now: NOW };
  await write((tx) => setClassSessions(tx, { classId, sessions }, by));
  expect(await findSessions(portal.db, classId)).toHaveLength(1);
});

test('a class that does not exist is not published', async () => {
  await publish(987_654);
  expect(await portal.db.$count(auditEvents, eq(auditEvents.subjectId, 987_654))).toBe(0);
});

test('the database refuses an invalid class', async () => {
  const { id: groupId } = await buildGroup(portal.db);
  const wrong: [Partial<NewClass>, string][] = [
    [{ code: 'personal' }, 'classes_code'],
    [{ code: 'Groups' }, 'classes_code'],
    [{ code: 'a/b' }, 'classes_code'],
    [{ code: 'TPE-CPR-001' }, 'classes_code_unique'],
    [{ code: 'tpe-Cpr-001' }, 'classes_code_any_case'],
    [{ limitNumber: 0 }, 'classes_limit'],
    [{ fee: -1 }, 'classes_fee'],
    [{ applyFrom: NOW, applyUntil: NOW }, 'classes_window'],
    [{ groupId }, 'classes_group_only'],
  ];
  for (const [change, constraint] of wrong) {
    const refused = await create({ ...basic, code: 'TPE-CPR-009', ...change }).catch((error: unknown) =>
      violatedConstraint(error),
    );
    expect(refused).toBe(constraint);
  }
});
