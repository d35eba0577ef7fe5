import * as calls from '@portal/contract/office/classes';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildAttachment,
  buildCourse,
  buildOrganization,
  classForm,
} from '../../../test/factories/catalogue.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { attachments, classes } from '../tables.ts';

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

const edit = async (id: number, change: object) => {
  const { version, code, sessions } = await show(id);
  return portal.call(calls.editClass, {
    ...at(id),
    body: { ...classForm, code, sessions, version, ...change },
  });
};

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
    await edit(ids[1] ?? 0, { limitNumber: 7 });
    const before = await stored(ids);
    const { status } = await edit(ids[0] ?? 0, { series: true, place: '新教室', fee: 900 });
    expect(status).toBe(200);
    const after = await stored(ids);
    expect(after.map((each) => [each.place, each.fee])).toEqual(ids.map(() => ['新教室', 900]));
    expect(after.map((each) => [each.code, each.startTime, each.limitNumber])).toEqual(
      before.map((each) => [each.code, each.startTime, each.limitNumber]),
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
