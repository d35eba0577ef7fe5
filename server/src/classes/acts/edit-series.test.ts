import * as calls from '@portal/contract/office/classes';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildAttachment,
  buildBankAccount,
  buildCourse,
  buildOrganization,
  classForm,
} from '../../../test/factories/catalogue.ts';
import { buildGroup } from '../../../test/factories/group.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { asStaff, decidingStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { freeWhileWaiting, untilWaiting } from '../../../test/locks.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { violatedConstraint } from '../../platform/database/violated-constraint.ts';
import { lockAttachments } from '../files/attachment-queries.ts';
import { shareAttachment } from '../files/share-attachment.ts';
import { attachments, classes, classInstructors, classSessions } from '../tables.ts';
import { editWithSeries } from './edit-series.ts';
import { findSeries } from './find-series.ts';

let portal: TestPortal;
let officer: Awaited<ReturnType<typeof enterAs>>;
let place: { organizationId: number; courseId: number };
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { id: organizationId } = await buildOrganization(portal.db);
  place = { organizationId, courseId: (await buildCourse(portal.db)).id };
  officer = await enterAs(portal.db, grant('officer', organizationId));
});
afterAll(() => portal.close());

let serial = 0;
/** The ids of so many drafts, a week apart. */
const buildSeries = async (weeks = 3): Promise<number[]> => {
  serial += 1;
  const body = { ...classForm, ...place, code: `SER-${serial}A`, weeks };
  const { answer } = await portal.call(calls.createClasses, { ...officer, body });
  return answer.classes.map(({ id }) => id);
};

const at = (id: number) => ({ ...officer, params: { id: `${id}` } });
const show = async (id: number) => (await portal.call(calls.officeClass, at(id))).answer;

const formOf = async (id: number, change: object) => {
  const { version, code, sessions } = await show(id);
  return { ...classForm, code, sessions, version, ...change };
};
const edit = async (id: number, change: object) =>
  portal.call(calls.editClass, { ...at(id), body: await formOf(id, change) });

const stored = (ids: readonly number[]) =>
  portal.db
    .select()
    .from(classes)
    .where(inArray(classes.id, [...ids]))
    .orderBy(asc(classes.id));

test('classes that are created together are a series; one alone is none', async () => {
  const ids = await buildSeries();
  expect((await show(ids[1] ?? 0)).series).toEqual({ id: ids[0], others: 2 });
  expect((await show((await buildSeries(1))[0] ?? 0)).series).toBeNull();
  const query = { series: `${ids[0]}` };
  const { rows } = (await portal.call(calls.classList, { ...officer, query })).answer;
  expect(rows.map(({ id }) => id).toSorted()).toEqual(ids);
});

describe('an edit of the whole series', () => {
  test('changes what changed, and leaves code, sessions and what others had of their own', async () => {
    const ids = await buildSeries();
    const own = { limitNumber: 7, staffNote: '自備投影機', html: '<p>夜間班</p>' };
    await edit(ids[1] ?? 0, own);
    const before = await stored(ids);
    const { status } = await edit(ids[0] ?? 0, { series: true, place: '新教室', fee: 900 });
    expect(status).toBe(200);
    const after = await stored(ids);
    expect(after.map((each) => [each.place, each.fee])).toEqual(ids.map(() => ['新教室', 900]));
    expect(after.map((each) => [each.code, each.startTime])).toEqual(
      before.map((each) => [each.code, each.startTime]),
    );
    const untouched = { limitNumber: classForm.limitNumber, staffNote: '', html: '' };
    expect(after).toMatchObject([untouched, own, untouched]);
  });

  test('takes along everything that the classes of a series share', async () => {
    const ids = await buildSeries();
    await edit(ids[0] ?? 0, { series: true, groupAllow: false });
    expect((await stored(ids)).map(({ groupAllow }) => groupAllow)).toEqual(ids.map(() => false));
    const { id: bankAccountId } = await buildBankAccount(portal.db, place);
    const group = await buildGroup(portal.db, place);
    const instructor = await enterAs(portal.db, grant('instructor', place.organizationId));
    const plain = {
      ...{ place: '新教室', contactName: '新承辦', contactPhone: '02-20000009' },
      ...{ limitNumber: 9, minimumNumber: 3, fee: 900, paymentDays: 5, hours: 12, staffNote: '自備投影機' },
      ...{ personalAllow: false, groupAllow: true, bankAccountId },
      ...{ html: '<p>夜間班</p>', paidHtml: '<p>請先匯款</p>', info: '<p>請帶證件</p>' },
    };
    const shared = { ...plain, groupCode: group.code, instructorIds: [instructor.staff.id] };
    expect((await edit(ids[0] ?? 0, { series: true, ...shared })).status).toBe(200);
    expect(await stored(ids)).toMatchObject(ids.map(() => ({ ...plain, groupId: group.id })));
    const taught = await portal.db
      .select()
      .from(classInstructors)
      .where(inArray(classInstructors.classId, ids));
    expect(taught.map(({ classId, staffId }) => [classId, staffId])).toEqual(
      expect.arrayContaining(ids.map((id) => [id, instructor.staff.id])),
    );
  });

  test('without it only the class itself changes', async () => {
    const ids = await buildSeries();
    await edit(ids[0] ?? 0, { place: '新教室' });
    expect((await stored(ids)).filter((each) => each.place === '新教室')).toHaveLength(1);
  });

  test('is refused as a whole if one class refuses it, which it names', async () => {
    const ids = await buildSeries();
    const last = (await stored(ids)).at(-1);
    const account = await buildAccount(portal.db);
    await portal.call(calls.publishClasses, {
      ...officer,
      body: { classes: [{ id: last?.id, version: (await show(last?.id ?? 0)).version }] },
    });
    await buildRegistration(portal.db, { class: { id: last?.id ?? 0 }, account, state: 'unpaid' });
    const { status, refusal } = await edit(ids[0] ?? 0, { series: true, fee: 900 });
    expect([status, refusal.message]).toEqual([
      422,
      `同系列的 ${last?.code} 無法修改：已有學員通過審核，不可變更費用`,
    ]);
    expect((await stored(ids)).map(({ fee }) => fee)).not.toContain(900);
  });

  test('leaves the other classes as they are if only what is its own changes', async () => {
    const [own = 0, ...others] = await buildSeries();
    const untouched = async () => [
      await Promise.all(others.map(async (id) => (await show(id)).version)),
      await portal.db.select().from(classSessions).where(inArray(classSessions.classId, others)),
    ];
    const before = await untouched();
    const { answer } = await edit(own, { series: true, code: `SER-${serial}B` });
    expect(answer.code).toBe(`SER-${serial}B`);
    expect(await untouched()).toEqual(before);
  });

  test('finds no class that does not exist or belongs to another branch', async () => {
    const [id = 0] = await buildSeries();
    const { id: elsewhere } = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
    const stranger = await enterAs(portal.db, grant('officer', elsewhere));
    const body = await formOf(id, { series: true, place: '新教室' });
    const calledBy = [
      { ...officer, params: { id: '987654' } },
      { ...stranger, params: { id: `${id}` } },
    ];
    for (const call of calledBy)
      expect((await portal.call(calls.editClass, { ...call, body })).status).toBe(404);
    expect((await show(id)).place).toBe(classForm.place);
  });

  test('locks the classes in the order of their ids before it changes one', async () => {
    const ids = await buildSeries();
    const [first = 0, second, last = 0] = ids;
    const form = calls.EditedClass.parse(await formOf(last, { series: true, place: '新教室' }));
    const free = await freeWhileWaiting(
      portal.db,
      { table: classes, ids },
      (tx) => tx.select().from(classes).where(eq(classes.id, first)).for('no key update'),
      (tx) => editWithSeries(tx, { ...form, id: last }, { actor: decidingStaff(), now: NOW }),
    );
    expect(free).toEqual([second, last]);
  });

  test('passes on a fault of the database, which may be worth another try', async () => {
    const [id = 0, other] = await buildSeries();
    const form = calls.EditedClass.parse(await formOf(id, { series: true, fee: 901 }));
    await portal.db.execute(
      sql.raw(`alter table classes add constraint no_such_fee check (id <> ${other} or fee <> 901)`),
    );
    const fault = await inTransaction(portal.db, (tx) =>
      editWithSeries(tx, { ...form, id }, { actor: decidingStaff(), now: NOW }),
    ).catch((error: unknown) => error);
    await portal.db.execute(sql`alter table classes drop constraint no_such_fee`);
    expect(violatedConstraint(fault)).toBe('no_such_fee');
  });
});

test('the rest of a series is the classes that have not begun and may still change, by id', async () => {
  const [own = 0, begun = 0, first = 0, completed = 0, closed = 0, last] = await buildSeries(6);
  const set = (id: number, values: Partial<typeof classes.$inferInsert>) =>
    portal.db.update(classes).set(values).where(eq(classes.id, id));
  await set(completed, { state: 'completed', publishedAt: NOW });
  // Rewriting a row moves it to the end of the table.
  await set(closed, { state: 'closed', publishedAt: NOW });
  await set(first, { staffNote: '備註' });
  const [{ startTime: now } = { startTime: NOW }] = await stored([begun]);
  const found = await findSeries(portal.db, { id: own, seriesId: own }, now);
  expect(found.map(({ id }) => id)).toEqual([first, closed, last]);
});

test('the drafts of a series are published at once, each with its own answer', async () => {
  const ids = await buildSeries();
  const seen = await Promise.all(ids.map(async (id) => ({ id, version: (await show(id)).version })));
  await edit(ids[1] ?? 0, { place: '新教室' });
  const { answer } = await portal.call(calls.publishClasses, { ...officer, body: { classes: seen } });
  expect(answer.results.map(({ done }) => done)).toEqual([true, false, true]);
  expect(answer.results[1]?.why).toContain('修改課程');
  expect((await stored(ids)).map(({ state }) => state)).toEqual(['published', 'draft', 'published']);
});

test('a file is added to the whole series once', async () => {
  const [first = 0, ...others] = await buildSeries();
  await buildAttachment(portal.db, { classId: first, src: `shared-${serial}` });
  const [file] = await portal.db.select().from(attachments).where(eq(attachments.classId, first));
  const share = () =>
    portal.call(calls.shareAttachment, {
      ...officer,
      params: { id: `${first}`, attachment: `${file?.id}` },
    });
  expect((await share()).answer).toEqual({ added: 2 });
  expect((await share()).answer).toEqual({ added: 0 });
  for (const id of others) {
    const found = await portal.db.select().from(attachments).where(eq(attachments.classId, id));
    expect(found.map(({ fileKey }) => fileKey)).toEqual([file?.fileKey]);
  }
});

test('a file is added to no class if one class of the series has as many as it may have', async () => {
  const [first = 0, second = 0, full = 0] = await buildSeries();
  const file = await buildAttachment(portal.db, { classId: first });
  const others = [];
  for (let count = 0; count < calls.ATTACHMENTS_AT_MOST; count += 1)
    others.push(await buildAttachment(portal.db, { classId: full }));
  const params = { id: `${first}`, attachment: `${file.id}` };
  const share = () => portal.call(calls.shareAttachment, { ...officer, params });
  expect((await share()).refusal.message).toContain(`${calls.ATTACHMENTS_AT_MOST}`);
  expect(await portal.db.$count(attachments, inArray(attachments.classId, [second, full]))).toBe(
    calls.ATTACHMENTS_AT_MOST,
  );
  await portal.db.delete(attachments).where(eq(attachments.id, others[0]?.id ?? 0));
  expect((await share()).answer).toEqual({ added: 2 });
});

test('a file is not added to the classes of another branch', async () => {
  const [classId = 0] = await buildSeries();
  const { id } = await buildAttachment(portal.db, { classId });
  const actor = asStaff({ id: 1, name: '周小姐' }, [grant('officer', place.organizationId + 1)]);
  const share = inTransaction(portal.db, (tx) => shareAttachment(tx, { classId, id }, { actor, now: NOW }));
  await expect(share).rejects.toMatchObject({ code: 'forbidden' });
});

test('a file is added after the files of each class are locked, in the order of the classes', async () => {
  const [first = 0, second = 0] = await buildSeries(2);
  const { id } = await buildAttachment(portal.db, { classId: second });
  const isSecondFree = sql`select pg_try_advisory_xact_lock(hashtextextended(${`attachments ${second}`}, 0)) as free`;
  const { sharing } = await inTransaction(portal.db, async (tx) => {
    await lockAttachments(tx, first);
    const begun = inTransaction(portal.db, (other) =>
      shareAttachment(other, { classId: second, id }, { actor: decidingStaff(), now: NOW }),
    );
    await untilWaiting(portal.db, begun);
    expect((await portal.db.execute(isSecondFree)).rows).toEqual([{ free: true }]);
    return { sharing: begun };
  });
  expect(await sharing).toBe(1);
});
