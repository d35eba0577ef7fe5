import { classDetail } from '@portal/contract/catalogue';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildCourse, buildOrganization } from '../../test/factories/catalogue.ts';
import { buildGroup } from '../../test/factories/group.ts';
import { asStaff, decidingStaff, grant } from '../../test/factories/staff.ts';
import { auditEvents } from '../audit/tables.ts';
import { inTransaction, type Tx, violatedConstraint } from '../platform/database.ts';
import { createClass, type NewClass } from './create-class.ts';
import { createCertificateKind, createCourse, type NewCourse } from './create-course.ts';
import { publishClass } from './publish-class.ts';
import { setClassSessions } from './set-class-sessions.ts';
import { classes, coursePrerequisites, subjects } from './tables.ts';

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

test('the database refuses an invalid class', async () => {
  const { id: groupId } = await buildGroup(portal.db);
  const wrong: [Partial<NewClass>, string][] = [
    [{ code: 'personal' }, 'classes_code'],
    [{ code: 'Groups' }, 'classes_code'],
    [{ code: 'a/b' }, 'classes_code'],
    [{ code: 'TPE-CPR-001' }, 'classes_code_unique'],
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

test('a course has its subjects in order and its prerequisites', async () => {
  const kind = { id: 900, name: '初級急救員證', type: 'ordinary' as const, years: 3 };
  const byAdmin = { actor: asStaff({ id: 1, name: '王管理' }, [grant('admin')]), now: NOW };
  await write((tx) => createCertificateKind(tx, kind, byAdmin));
  const createItem = (input: NewCourse) => write((tx) => createCourse(tx, input, byAdmin));
  const item = { chineseName: '急救', certificateKindId: 900, hours: 16, position: 900 };
  await createItem({ id: 900, code: 'FA1', ...item, subjects: [], requires: [] });
  const examined = (id: number, name: string) => ({
    id,
    name,
    kind: '學科' as const,
    fullScore: 100,
    passScore: 70,
  });
  await createItem({
    id: 901,
    code: 'FA2',
    ...item,
    subjects: [examined(9011, '學科測驗'), examined(9010, '術科測驗')],
    requires: [900],
  });

  const rows = await portal.db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, 901))
    .orderBy(subjects.position);
  expect(rows.map(({ name, position }) => [name, position])).toEqual([
    ['學科測驗', 1],
    ['術科測驗', 2],
  ]);
  expect(await portal.db.select().from(coursePrerequisites)).toEqual([{ courseId: 901, requiresId: 900 }]);
});
