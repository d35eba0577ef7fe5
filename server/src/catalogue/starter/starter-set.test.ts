import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildCourse } from '../../../test/factories/catalogue.ts';
import { asStaff, decidingStaff, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { lockCourses } from '../courses/write-course.ts';
import { certificateKinds, courseDocuments, coursePrerequisites, courses, subjects } from '../tables.ts';
import { addStarterSet } from './add-starter-set.ts';
import { removeStarterSet } from './remove-starter-set.ts';
import { findStarter, starterCourses, starterKind } from './starter-set.ts';

let portal: TestPortal;
let other: { id: number };
beforeAll(async () => {
  portal = await openTestPortal();
  other = await buildCourse(portal.db);
});
afterAll(() => portal.close());

const context = { actor: asStaff({ id: 1, name: '管理員' }, [grant('admin')]), now: NOW };
const add = (tx: Tx) => addStarterSet(tx, {}, context);
const remove = (tx: Tx) => removeStarterSet(tx, {}, context);
const run = (act: (tx: Tx) => Promise<void>) => inTransaction(portal.db, act);

const codes = starterCourses.map(({ code }) => code);
const findCourses = () =>
  portal.db.select().from(courses).where(inArray(courses.code, codes)).orderBy(asc(courses.id));
const findKinds = () =>
  portal.db.select().from(certificateKinds).where(eq(certificateKinds.name, starterKind.name));
const lastEvents = async (since: number) =>
  (await portal.db.select().from(auditEvents).orderBy(asc(auditEvents.id)).offset(since)).map(
    ({ action }) => action,
  );
const countEvents = () => portal.db.$count(auditEvents);

beforeEach(async () => {
  const ids = (await findCourses()).map(({ id }) => id);
  await portal.db.delete(coursePrerequisites).where(inArray(coursePrerequisites.courseId, ids));
  await portal.db.delete(courseDocuments).where(inArray(courseDocuments.courseId, ids));
  await portal.db.delete(subjects).where(inArray(subjects.courseId, ids));
  await portal.db.delete(courses).where(inArray(courses.id, ids));
  await portal.db.delete(certificateKinds).where(eq(certificateKinds.name, starterKind.name));
});

test('the starter set takes the kind of its certificates that is there', async () => {
  await portal.db.insert(certificateKinds).values({ id: 9_000_000, ...starterKind });
  await run(add);
  expect((await findCourses()).map(({ certificateKindId }) => certificateKindId)).toEqual([
    9_000_000, 9_000_000,
  ]);
});

test('it goes with an event for each part; courses of others and their kind stay', async () => {
  const rest = () =>
    Promise.all([subjects, courses, certificateKinds].map((table) => portal.db.$count(table)));
  const before = await rest();
  await run(add);
  const since = await countEvents();
  await run(remove);
  expect(await rest()).toEqual(before);
  const parts = ['course.remove', 'course.remove', 'certificate_kind.remove', 'starter.remove'];
  expect(await lastEvents(since)).toEqual(parts);
  await portal.db.insert(certificateKinds).values({ id: 9_000_000, ...starterKind });
  await run(remove);
  expect([await findKinds(), await lastEvents(since)]).toMatchObject([[starterKind], parts]);
});

test.each([
  ['is valid for other years', { years: 5 }],
  ['is of another type', { type: 'coach' }],
] as const)('a kind of certificates that %s stays', async (_, changed) => {
  await run(add);
  await portal.db.update(certificateKinds).set(changed).where(eq(certificateKinds.name, starterKind.name));
  const since = await countEvents();
  await run(remove);
  expect([await findCourses(), await findKinds()]).toMatchObject([[], [changed]]);
  expect(await lastEvents(since)).not.toContain('certificate_kind.remove');
});

test('a kind of certificates that another course uses stays, without an event', async () => {
  await run(add);
  const [kind] = await findKinds();
  const set = (certificateKindId: number) =>
    portal.db.update(courses).set({ certificateKindId }).where(eq(courses.id, other.id)).returning();
  const [{ certificateKindId: former } = { certificateKindId: 0 }] = await portal.db
    .select()
    .from(courses)
    .where(eq(courses.id, other.id));
  await set(kind?.id ?? 0);
  const since = await countEvents();
  await run(remove);
  expect(await findKinds()).toHaveLength(1);
  expect(await lastEvents(since)).not.toContain('certificate_kind.remove');
  await set(former);
});

describe('a course that staff have changed stays:', () => {
  const columns = {
    ...{ chineseName: '急救', hours: 8, fee: 900, limitNumber: 12, paymentDays: 3, attendanceMinimum: 0 },
    ...{ html: '<p>新</p>', paidHtml: '<p>匯款</p>', info: '<p>說明</p>' },
  };
  const [first = ''] = codes;
  const leaves = async (change: (courseId: number) => Promise<unknown>) => {
    await run(add);
    const [course] = await findCourses();
    await change(course?.id ?? 0);
    await run(remove);
    expect((await findStarter(portal.db)).canRemove).toBe(false);
    return (await findCourses()).map(({ code }) => code);
  };

  test.each(Object.entries(columns))('%s', async (column, value) => {
    const left = await leaves((id) =>
      portal.db
        .update(courses)
        .set({ [column]: value })
        .where(eq(courses.id, id)),
    );
    expect(left).toEqual([first]);
  });

  test('its kind of certificates', async () => {
    const kind = { id: 9_000_001, name: '別種證書', type: 'ordinary', years: 2 } as const;
    await portal.db.insert(certificateKinds).values(kind);
    const left = await leaves((id) =>
      portal.db.update(courses).set({ certificateKindId: kind.id }).where(eq(courses.id, id)),
    );
    expect(left).toEqual([first]);
  });

  test('a subject', async () => {
    const left = await leaves((id) =>
      portal.db.update(subjects).set({ passScore: 75 }).where(eq(subjects.courseId, id)),
    );
    expect(left).toEqual([first]);
  });

  test('a prerequisite', async () => {
    const left = await leaves((courseId) =>
      portal.db.insert(coursePrerequisites).values({ courseId, requiresId: other.id }),
    );
    expect(left).toEqual([first]);
  });

  test('a document', async () => {
    const document = { name: '體檢表', required: true, position: 1 };
    const left = await leaves((courseId) =>
      portal.db.insert(courseDocuments).values({ courseId, ...document }),
    );
    expect(left).toEqual([first]);
  });

  test('while the set is removed', async () => {
    await run(add);
    const change = async (tx: Tx) => {
      await lockCourses(tx);
      await tx.update(courses).set({ fee: 900 }).where(inArray(courses.code, codes));
    };
    await actDuring(portal.db, change, () => run(remove));
    expect(await findCourses()).toHaveLength(2);
  });
});

test('the set is found as removed when that happens while it is read', async () => {
  await run(add);
  const removeSlowly = async (tx: Tx) => {
    await tx.execute(sql`lock table ${certificateKinds} in access exclusive mode`);
    await remove(tx);
  };
  const found = await actDuring(portal.db, removeSlowly, () => findStarter(portal.db));
  expect(found).toEqual({ canAdd: true, canRemove: false });
});

test('another fault than a use is passed on', async () => {
  await run(add);
  const removing = run(async (tx) => {
    await tx.execute(sql`create function fail() returns trigger language plpgsql as $$ begin
      raise exception 'the disk is full'; end $$`);
    await tx.execute(sql`create trigger fail before delete on courses execute function fail()`);
    await remove(tx);
  });
  await expect(removing).rejects.toMatchObject({ cause: { message: 'the disk is full' } });
});

test('only staff who may change the settings of the association add or remove it', async () => {
  // Adding the set a second time would change nothing, whoever asks.
  await run(add);
  for (const act of [addStarterSet, removeStarterSet]) {
    const acting = run((tx) => act(tx, {}, { actor: decidingStaff(), now: NOW }));
    await expect(acting).rejects.toMatchObject({ code: 'forbidden' });
  }
});
