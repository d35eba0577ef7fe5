import * as calls from '@portal/contract/office/classes';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import {
  buildAttachment,
  buildBankAccount,
  buildClass,
  buildCourse,
  buildOrganization,
  classForm,
  formSession,
} from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { one } from '../../../test/factories/one.ts';
import { buildStaff, decidingStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { bankAccounts, organizations } from '../../catalogue/tables.ts';
import { staffAccounts } from '../../staff/tables.ts';
import { sweepFiles } from '../../timers/sweep-files.ts';
import { removeAttachment } from '../files/remove-attachment.ts';
import { attachments, classes, classInstructors } from '../tables.ts';
import { refusingTakenCode } from './class-input.ts';

let portal: TestPortal;
let here: { id: number };
let there: { id: number };
let course: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
  there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  course = await buildCourse(portal.db);
  officer = await enterAs(portal.db, grant('officer', here.id));
});
afterAll(() => portal.close());

let serial = 0;
const create = (change: object = {}) => {
  serial += 1;
  const body = {
    ...classForm,
    code: `NEW-${serial}A`,
    organizationId: here.id,
    courseId: course.id,
    ...change,
  };
  return portal.call(calls.createClasses, { ...officer, body });
};
const errorsOf = async (change: object) => (await create(change)).refusal.errors;
const stored = async (id: number) => one(await portal.db.select().from(classes).where(eq(classes.id, id)));
const createOne = async (change: object = {}) => {
  const { answer } = await create(change);
  return stored(one(answer.classes).id);
};
/** Opens the form and saves the change. */
const edit = async ({ id, code }: { id: number; code: string }, change: object) => {
  const opened = { ...officer, params: { id: String(id) } };
  const { version } = (await portal.call(calls.officeClass, opened)).answer;
  return portal.call(calls.editClass, { ...opened, body: { ...classForm, code, version, ...change } });
};

test('is made as a series, a week apart with the codes that follow', async () => {
  await buildClass(portal.db, { code: 'SERIES-08' });
  const period = { applyFrom: '2026-12-10T09:00', applyUntil: '2026-12-20T09:00' };
  const { answer } = await create({ code: 'SERIES-07', weeks: 3, ...period });
  expect(answer.classes.map(({ code }) => code)).toEqual(['SERIES-07', 'SERIES-09', 'SERIES-10']);
  const params = { id: String(answer.classes[2]?.id) };
  const last = await portal.call(calls.officeClass, { ...officer, params });
  expect(last.answer).toMatchObject({
    ...{ state: 'draft', startTime: '2027-01-14T09:00:00+08:00', endTime: '2027-01-14T17:00:00+08:00' },
    ...{ applyFrom: '2026-12-24T09:00:00+08:00', applyUntil: '2027-01-03T09:00:00+08:00' },
    sessions: [{ date: '2027-01-14', from: '09:00', to: '17:00' }],
  });
});

test('takes the times of an answer in the form that the answer has', async () => {
  const period = { applyFrom: '2026-12-10T09:00:00+08:00', applyUntil: '2026-12-20T17:30:00+08:00' };
  const { answer } = await create({ code: 'TIMES-01', ...period });
  const params = { id: String(answer.classes[0]?.id) };
  expect((await portal.call(calls.officeClass, { ...officer, params })).answer).toMatchObject(period);
});

test('has all that the form sends, with clean HTML, and leaves its event', async () => {
  const group = await buildGroup(portal.db);
  await buildGroup(portal.db);
  const account = await buildBankAccount(portal.db, { organizationId: here.id });
  await buildBankAccount(portal.db, { organizationId: here.id });
  const html = '<p onclick="x">內容</p>';
  const texts = { html, paidHtml: html, info: html, staffNote: '投影機\n兩台' };
  const places = { hours: 12, minimumNumber: 5, personalAllow: false, groupCode: group.code };
  const { id, code, ...row } = await createOne({ ...texts, ...places, bankAccountId: account.id });
  const clean = '<p>內容</p>';
  expect(row).toMatchObject({
    ...{ organizationId: here.id, courseId: course.id, state: 'draft', createdAt: NOW, publishedAt: null },
    ...{ place: classForm.place, contactName: '林承辦', contactPhone: '02-20000001', fee: 1500 },
    ...{ limitNumber: 20, minimumNumber: 5, hours: 12, paymentDays: 7, bankAccountId: account.id },
    ...{ personalAllow: false, groupAllow: true, groupId: group.id },
    ...{ html: clean, paidHtml: clean, info: clean, staffNote: '投影機\n兩台' },
  });
  const isItsOwn = and(eq(auditEvents.subject, 'class'), eq(auditEvents.subjectId, id));
  const events = await portal.db.select().from(auditEvents).where(isItsOwn).orderBy(asc(auditEvents.id));
  expect(events).toMatchObject([
    { action: 'class.create', actor: `staff:${officer.staff.id}`, after: { code } },
    { action: 'class.set_sessions', after: { sessions: ['2026-12-31 09:00–17:00'] } },
  ]);
});

test('needs neither texts nor limits', async () => {
  expect(await createOne()).toMatchObject({
    ...{ html: '', paidHtml: '', info: null, staffNote: '', hours: null, minimumNumber: null },
    ...{ groupId: null, bankAccountId: null, applyFrom: null, applyUntil: null },
  });
});

test.each([
  [{ code: 'personal' }, 'code'],
  [{ code: 'group' }, 'code'],
  [{ code: 'Groups' }, 'code'],
  [{ code: 'Store' }, 'code'],
  [{ code: 'member' }, 'code'],
  [{ code: 'a b' }, 'code'],
  [{ sessions: [] }, 'sessions'],
  [{ sessions: [{ ...formSession, to: '08:00' }] }, 'sessions'],
  [{ sessions: [formSession, { ...formSession, from: '16:00', to: '18:00' }] }, 'sessions'],
  [{ limitNumber: 0 }, 'limitNumber'],
  [{ limitNumber: 5, minimumNumber: 6 }, 'minimumNumber'],
  [{ applyFrom: '2026-12-10T09:00', applyUntil: '2026-12-10T09:00' }, 'applyUntil'],
  [{ applyFrom: '2026-13-10T09:00' }, 'applyFrom'],
  [{ applyFrom: '2026-02-30T09:00:00+08:00' }, 'applyFrom'],
  [{ applyFrom: '2026-12-10T09:00:00Z' }, 'applyFrom'],
  [{ bankAccountId: 999_999 }, 'bankAccountId'],
  [{ groupCode: 'NOBODY', personalAllow: false }, 'groupCode'],
  [{ instructorIds: [999_999] }, 'instructorIds'],
  [{ place: '\u0000' }, 'place'],
  [{ organizationId: 999_999 }, 'organizationId'],
  [{ courseId: 999_999 }, 'courseId'],
])('is refused with %j under %s', async (change, field) => {
  const { status, refusal } = await create(change);
  expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
});

test('is not made in another branch', async () => {
  expect(await errorsOf({ organizationId: there.id })).toHaveProperty('organizationId');
});

test('is not made in a branch that is closed', async () => {
  const close = (closedAt: Date | null) =>
    portal.db.update(organizations).set({ closedAt }).where(eq(organizations.id, here.id));
  await close(NOW);
  expect((await create()).code).toBe('organization_closed');
  await close(null);
});

test('refuses the code of another class, in any case; other faults keep their name', async () => {
  const { code } = await buildClass(portal.db);
  for (const taken of [code, code.toLowerCase()])
    expect(await errorsOf({ code: taken })).toEqual({ code: ['已有相同的課程代碼（不分大小寫）'] });
  const lost = new Error('the connection was lost');
  await expect(refusingTakenCode(() => Promise.reject(lost))).rejects.toBe(lost);
});

describe('the bank account of a class', () => {
  test('is an open one of its branch, or one that the branch uses already', async () => {
    const [own, closed, foreign, shared] = [
      await buildBankAccount(portal.db, { organizationId: here.id }),
      await buildBankAccount(portal.db, { organizationId: here.id }),
      await buildBankAccount(portal.db, { organizationId: there.id }),
      await buildBankAccount(portal.db, { organizationId: there.id }),
    ];
    await portal.db.update(bankAccounts).set({ closedAt: NOW }).where(eq(bankAccounts.id, closed.id));
    await buildClass(portal.db, { organizationId: here.id, bankAccountId: shared.id });
    for (const { id } of [own, shared])
      expect((await createOne({ bankAccountId: id })).bankAccountId).toBe(id);
    for (const { id } of [closed, foreign])
      expect(await errorsOf({ bankAccountId: id })).toHaveProperty('bankAccountId');
  });
});

describe('the instructors of a class', () => {
  const buildInstructor = (organizationId: number | null = here.id) =>
    buildStaff(portal.db, { grants: [grant('instructor', organizationId)] });
  const idsOf = async (classId: number) =>
    (await portal.db.select().from(classInstructors).where(eq(classInstructors.classId, classId)))
      .map(({ staffId }) => staffId)
      .toSorted((a, b) => a - b);

  test('are those of its branch or of all, each once', async () => {
    const [own, anywhere] = [await buildInstructor(), await buildInstructor(null)];
    const { id } = await createOne({ instructorIds: [own.id, anywhere.id, own.id] });
    expect(await idsOf(id)).toEqual([own.id, anywhere.id]);
    const [other, suspended] = [await buildInstructor(there.id), await buildInstructor()];
    await portal.db.update(staffAccounts).set({ suspendedAt: NOW }).where(eq(staffAccounts.id, suspended.id));
    for (const wrong of [other, suspended, officer.staff])
      expect(await errorsOf({ instructorIds: [own.id, wrong.id] })).toHaveProperty('instructorIds');
  });

  test('are replaced by an edit, without those of other classes', async () => {
    const [first, second] = [await buildInstructor(), await buildInstructor()];
    const trainingClass = await createOne({ instructorIds: [first.id] });
    const other = await createOne({ instructorIds: [first.id] });
    expect((await edit(trainingClass, { instructorIds: [second.id] })).status).toBe(200);
    expect([await idsOf(trainingClass.id), await idsOf(other.id)]).toEqual([[second.id], [first.id]]);
  });

  test('may stay after they were suspended, and do not come back', async () => {
    const instructor = await buildInstructor();
    const [trainingClass, other] = [await createOne({ instructorIds: [instructor.id] }), await createOne()];
    await portal.db
      .update(staffAccounts)
      .set({ suspendedAt: NOW })
      .where(eq(staffAccounts.id, instructor.id));
    const instructorIds = [instructor.id];
    expect((await edit(trainingClass, { instructorIds })).status).toBe(200);
    expect((await edit(other, { instructorIds })).refusal.errors).toHaveProperty('instructorIds');
  });
});

describe('the attachments of a copied class', () => {
  const filesOf = async (classId: number) =>
    (
      await portal.db
        .select()
        .from(attachments)
        .where(eq(attachments.classId, classId))
        .orderBy(asc(attachments.position))
    ).map(({ name, fileKey, src }) => ({ name, fileKey, src }));
  const buildSource = async (organizationId = here.id) => {
    const source = await buildClass(portal.db, { organizationId });
    for (const name of ['簡章', '地圖']) await buildAttachment(portal.db, { classId: source.id, name });
    return source;
  };

  test('come along in their order, at addresses of their own, into every class of a series', async () => {
    const source = await buildSource();
    const { answer } = await create({ copyOf: source.id, weeks: 2 });
    const originals = await filesOf(source.id);
    const copies = await Promise.all(answer.classes.map(({ id }) => filesOf(id)));
    for (const files of copies) {
      expect(files.map(({ name, fileKey }) => ({ name, fileKey }))).toEqual(
        originals.map(({ name, fileKey }) => ({ name, fileKey })),
      );
    }
    const addresses = [originals, ...copies].flat().map(({ src }) => src);
    expect(new Set(addresses).size).toBe(6);
    const added = and(
      eq(auditEvents.action, 'attachment.add'),
      eq(auditEvents.subjectId, one([...answer.classes].slice(0, 1)).id),
    );
    expect(await portal.db.$count(auditEvents, added)).toBe(2);
  });

  test('stay when the original removes its own', async () => {
    const source = await buildSource();
    const { answer } = await create({ copyOf: source.id });
    const [file] = await portal.db.select().from(attachments).where(eq(attachments.classId, source.id));
    const params = { id: String(source.id), attachment: String(file?.id) };
    await portal.call(calls.removeAttachment, { ...officer, params });
    await portal.services.files.put(file?.fileKey ?? '', Buffer.from('%PDF'));
    await sweepFiles(portal.services, new Date(NOW.getTime() + 30 * 86_400_000));
    expect(await filesOf(one(answer.classes).id)).toHaveLength(2);
    expect(await portal.services.files.read(file?.fileKey ?? '')).not.toBeNull();
  });

  test('may be none', async () => {
    const source = await buildClass(portal.db, { organizationId: here.id });
    expect(await filesOf((await createOne({ copyOf: source.id })).id)).toEqual([]);
  });

  test('are those that are left if one is removed at the same time', async () => {
    const source = await buildSource();
    const [file] = await portal.db.select().from(attachments).where(eq(attachments.classId, source.id));
    const removed = { classId: source.id, id: file?.id ?? 0 };
    const { answer } = await actDuring(
      portal.db,
      (tx) => removeAttachment(tx, removed, { actor: decidingStaff(), now: NOW }),
      () => create({ copyOf: source.id }),
    );
    expect(await filesOf(one(answer.classes).id)).toHaveLength(1);
  });

  test('do not come from another branch or from nowhere', async () => {
    const foreign = await buildSource(there.id);
    expect((await create({ copyOf: foreign.id })).status).toBe(403);
    expect((await create({ copyOf: 999_999 })).code).toBe('class_unknown');
  });
});
