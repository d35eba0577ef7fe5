import { classDetail } from '@portal/contract/catalogue';
import { classHistory } from '@portal/contract/office/audit';
import * as calls from '@portal/contract/office/classes';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClassWithSession, buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenClass } from '../../../test/factories/seen.ts';
import { enterAs, grant } from '../../../test/factories/staff.ts';
import { auditEvents } from '../../audit/tables.ts';
import { organizations } from '../../catalogue/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { publishDueClasses } from '../../timers/due-work.ts';
import { classes } from '../tables.ts';
import { publishNextDue } from './publish-class.ts';

type Caller = Awaited<ReturnType<typeof enterAs>>;

let portal: TestPortal;
let officer: Caller;
let elsewhere: Caller;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  officer = await enterAs(portal.db, grant('officer', (await buildOrganization(portal.db)).id));
  const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  elsewhere = await enterAs(portal.db, grant('officer', there.id));
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.clock.now = NOW;
});

type TrainingClass = Pick<typeof classes.$inferSelect, 'id' | 'code'>;

const at = ({ id }: { id: number }) => ({ ...officer, params: { id: String(id) } });
const buildWithSession = (overrides: Parameters<typeof buildClassWithSession>[1] = {}) =>
  buildClassWithSession(portal.db, overrides);
const draft = (overrides: Parameters<typeof buildClassWithSession>[1] = {}) =>
  buildWithSession({ publishedAt: null, ...overrides });
const seen = async (trainingClass: { id: number }, body: object = {}) => {
  const version = await seenClass(portal.db, trainingClass);
  return { ...at(trainingClass), body: { version, ...body } };
};
const publish = async (trainingClass: TrainingClass, body: object = {}) =>
  portal.call(calls.publishClass, await seen(trainingClass, body));
const stored = async ({ id }: TrainingClass) =>
  one(await portal.db.select().from(classes).where(eq(classes.id, id)));
const found = async ({ code }: TrainingClass) =>
  (await portal.call(classDetail, { params: { code } })).status;
const actionsOf = async (trainingClass: TrainingClass) =>
  (await portal.call(classHistory, at(trainingClass))).answer.map(({ action }) => action);

describe('publication', () => {
  test('now; repeating it changes nothing, and trainees find the class within a second', async () => {
    const trainingClass = await draft();
    expect(await found(trainingClass)).toBe(404);
    expect((await publish(trainingClass)).status).toBe(200);
    const published = (await stored(trainingClass)).publishedAt;
    portal.clock.now = new Date(NOW.getTime() + 1000);
    expect((await publish(trainingClass)).status).toBe(200);
    expect((await stored(trainingClass)).publishedAt).toEqual(published);
    const { answer } = await portal.call(classDetail, { params: { code: trainingClass.code } });
    expect(answer.personal_obstacle).toBe(null);
  });

  test('now, of a class that has started, is refused', async () => {
    const trainingClass = await draft({ startTime: NOW });
    expect((await publish(trainingClass)).refusal.errors).toEqual({ at: ['發布時間須早於開課時間'] });
    expect((await stored(trainingClass)).state).toBe('draft');
  });

  test('at a time: nobody finds it before, the job publishes it once', async () => {
    const [trainingClass, other] = [await draft(), await draft()];
    const { answer } = await publish(trainingClass, { at: '2026-12-02T09:00' });
    expect(answer.publishAt).toBe('2026-12-02T09:00:00+08:00');
    const due = (time: string) => publishDueClasses({ ...portal.services, clock: () => new Date(time) });
    await due('2026-12-02T08:59:59+08:00');
    expect((await stored(trainingClass)).state).toBe('draft');
    if (answer.publishAt === null) throw new Error('no time');
    expect((await publish(trainingClass, { at: answer.publishAt })).answer.publishAt).toBe(answer.publishAt);
    await Promise.all([due('2026-12-02T09:00:00+08:00'), due('2026-12-02T09:00:00+08:00')]);
    const publishedAt = new Date('2026-12-02T09:00:00+08:00');
    expect(await stored(trainingClass)).toMatchObject({ state: 'published', publishAt: null, publishedAt });
    expect(await stored(other)).toMatchObject({ state: 'draft', publishAt: null });
    expect(await actionsOf(trainingClass)).toEqual(['class.publish', 'class.schedule', 'class.schedule']);
  });

  test('at a time may be taken back, which is recorded once', async () => {
    const trainingClass = await draft();
    await publish(trainingClass, { at: '2026-12-02T09:00' });
    for (const _ of [1, 2])
      expect((await portal.call(calls.unscheduleClass, await seen(trainingClass))).answer.publishAt).toBe(
        null,
      );
    const isItsOwn = and(eq(auditEvents.subject, 'class'), eq(auditEvents.subjectId, trainingClass.id));
    const events = await portal.db
      .select({ action: auditEvents.action, before: auditEvents.before, after: auditEvents.after })
      .from(auditEvents)
      .where(isItsOwn)
      .orderBy(asc(auditEvents.id));
    const publishAt = '2026-12-02T09:00:00+08:00';
    expect(events).toEqual([
      { action: 'class.schedule', before: { publishAt: null }, after: { publishAt } },
      { action: 'class.unschedule', before: { publishAt }, after: { publishAt: null } },
    ]);
  });

  test.each([
    ['2026-12-01T10:00', '發布時間須晚於現在'],
    ['2026-12-31T09:00', '發布時間須早於開課時間'],
  ])('is refused at %s', async (time, text) => {
    const trainingClass = await draft();
    expect((await publish(trainingClass, { at: time })).refusal.errors).toEqual({ at: [text] });
    expect((await stored(trainingClass)).publishAt).toBe(null);
  });

  test.each(['2026-12-01T10:01', '2026-12-31T08:59'])('is accepted at %s', async (time) => {
    const { answer } = await publish(await draft(), { at: time });
    expect(answer.publishAt).toBe(`${time}:00+08:00`);
  });

  test('is done once when the call is repeated; one that was made on an older page is refused', async () => {
    const trainingClass = await draft();
    const call = await seen(trainingClass);
    for (const _ of [1, 2]) expect((await portal.call(calls.publishClass, call)).status).toBe(200);
    const withTime = { ...call, body: { ...call.body, at: '2026-12-02T09:00' } };
    expect((await portal.call(calls.publishClass, withTime)).status).toBe(409);

    const scheduled = await draft();
    const old = await seen(scheduled, { at: '2026-12-03T09:00' });
    await publish(scheduled, { at: '2026-12-02T09:00' });
    expect((await portal.call(calls.publishClass, old)).status).toBe(409);
    expect((await stored(scheduled)).publishAt).toEqual(new Date('2026-12-02T09:00:00+08:00'));
  });

  test('at a time that was set again stays when the call that took it back is repeated', async () => {
    const trainingClass = await draft();
    await publish(trainingClass, { at: '2026-12-02T09:00' });
    const call = await seen(trainingClass);
    expect((await portal.call(calls.unscheduleClass, call)).answer.publishAt).toBe(null);
    await publish(trainingClass, { at: '2026-12-02T09:00' });
    await portal.call(calls.unscheduleClass, call);
    expect((await stored(trainingClass)).publishAt).toEqual(new Date('2026-12-02T09:00:00+08:00'));
  });

  test('is refused while its branch is closed', async () => {
    const branch = await buildOrganization(portal.db, { code: 'TNN', name: '臺南市分會' });
    const isBranch = eq(organizations.id, branch.id);
    await portal.db.update(organizations).set({ closedAt: NOW }).where(isBranch);
    const there = await enterAs(portal.db, grant('officer', branch.id));
    const { id } = await draft({ organizationId: branch.id });
    const call = { ...there, params: { id: String(id) }, body: { version: 0 } };
    const { refusal } = await portal.call(calls.publishClass, call);
    expect(refusal.message).toBe('「臺南市分會」已停用，不能開課或發布課程');
    expect((await stored({ id, code: '' })).state).toBe('draft');
  });

  test('of a published class takes no time', async () => {
    const trainingClass = await buildWithSession();
    expect((await publish(trainingClass, { at: '2026-12-02T09:00' })).status).toBe(409);
    expect((await stored(trainingClass)).publishAt).toBe(null);
  });

  test('is taken back only while nobody holds a seat', async () => {
    const trainingClass = await buildWithSession();
    const account = await buildAccount(portal.db);
    await buildRegistration(portal.db, { class: trainingClass, account });
    const refused = await portal.call(calls.withdrawClass, await seen(trainingClass));
    expect(refused.refusal.message).toBe('尚有 1 人保留名額，無法下架');
    expect((await stored(trainingClass)).state).toBe('published');
    const empty = await buildWithSession();
    expect((await portal.call(calls.withdrawClass, await seen(empty))).answer.state).toBe('draft');
    expect((await stored(empty)).publishedAt).toBe(null);
    expect(await found(empty)).toBe(404);
  });

  test('another branch finds no class, and changes none', async () => {
    const trainingClass = await buildWithSession();
    const params = { id: String(trainingClass.id) };
    const steps = [calls.withdrawClass, calls.stopEnrolment, calls.resumeEnrolment, calls.completeClass];
    const body = { version: 0 };
    for (const endpoint of [...steps, calls.unscheduleClass])
      expect((await portal.call(endpoint, { ...elsewhere, params, body })).status).toBe(404);
    expect((await portal.call(calls.callOffEffect, { ...elsewhere, params })).status).toBe(404);
    for (const endpoint of steps)
      expect((await portal.call(endpoint, { ...officer, params: { id: '987654' }, body })).status).toBe(404);
    expect(await stored(trainingClass)).toMatchObject({ state: 'published' });
  });
});

test('two jobs share the classes that are due, the earliest first', async () => {
  await portal.db.update(classes).set({ publishAt: null });
  const time = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
  const [late, early, later] = [
    await draft({ publishAt: time(2) }),
    await draft({ publishAt: time(1) }),
    await draft({ publishAt: time(3) }),
  ];
  const next = () => inTransaction(portal.db, (tx) => publishNextDue(tx, time(2)));
  const states = async () => [
    (await stored(early)).state,
    (await stored(late)).state,
    (await stored(later)).state,
  ];
  await inTransaction(portal.db, async (tx) => {
    expect(await publishNextDue(tx, time(2))).toBe(true);
    expect(await next()).toBe(true);
    expect(await states()).toEqual(['draft', 'published', 'draft']);
    expect(await next()).toBe(false);
  });
  expect(await states()).toEqual(['published', 'published', 'draft']);
  expect(await next()).toBe(false);
});
