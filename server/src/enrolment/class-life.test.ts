import { classDetail, classes as classList } from '@portal/contract/catalogue';
import * as calls from '@portal/contract/office/classes';
import { classHistory } from '@portal/contract/office/events';
import type { RoleGrant } from '@portal/contract/rights';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import {
  buildBankAccount,
  buildClass,
  buildClassSession,
  buildOrganization,
} from '../../test/factories/catalogue.ts';
import { codeOf } from '../../test/factories/desk.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../test/factories/staff.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { auditEvents } from '../audit/tables.ts';
import { classes } from '../catalogue/tables.ts';
import { mails } from '../mail/tables.ts';
import { refunds } from '../payment/tables.ts';
import { inTransaction } from '../platform/database.ts';
import { publishDueClasses } from '../publish-due-classes.ts';
import { cancelRegistration } from './cancel-registration.ts';
import { enrol } from './enrol.ts';
import { remindOverdue } from './remind-overdue.ts';
import { registrations } from './tables.ts';

/* The life of a class, through the calls of the office. */

let portal: TestPortal;
let officer: { headers: Record<string, string> };
let elsewhere: { headers: Record<string, string> };

const enter = async (...grants: RoleGrant[]) => {
  const staff = await buildStaff(portal.db, { grants });
  return { headers: { cookie: await enterOffice(portal.db, staff), 'sec-fetch-site': 'same-origin' } };
};

beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  const { id } = await buildOrganization(portal.db);
  const there = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  officer = await enter(grant('officer', id));
  elsewhere = await enter(grant('officer', there.id));
});
afterAll(() => portal.close());
beforeEach(() => {
  portal.clock.now = NOW;
});

const over = { startTime: new Date(NOW.getTime() - 86_400_000), endTime: new Date(NOW.getTime() - 1) };
const session = { date: '2026-12-31', from: '09:00', to: '17:00' };
const form = {
  sessions: [session],
  place: '臺北市中正區範例路一段 1 號 3 樓教室',
  contactName: '林承辦',
  contactPhone: '02-20000001',
  limitNumber: 20,
  fee: 1500,
  paymentDays: 7,
  personalAllow: true,
  groupAllow: true,
};
type Opening = Awaited<ReturnType<typeof buildClass>>;

/** A class with the session of the form. */
const held = async (overrides: Parameters<typeof buildClass>[1] = {}) => {
  const startTime = new Date('2026-12-31T09:00:00+08:00');
  const endTime = new Date('2026-12-31T17:00:00+08:00');
  const opening = await buildClass(portal.db, { startTime, endTime, ...overrides });
  await buildClassSession(portal.db, { classId: opening.id });
  return opening;
};
const register = async (
  opening: Opening,
  state: 'pending' | 'unpaid' | 'reported' | 'confirmed' = 'pending',
  extra = {},
) =>
  buildRegistration(portal.db, { class: opening, account: await buildAccount(portal.db), state, ...extra });

const at = ({ id }: { id: number }) => ({ ...officer, params: { id: String(id) } });
const edit = (opening: Opening, change: object = {}, version = 0) =>
  portal.call(calls.editClass, { ...at(opening), body: { ...form, code: opening.code, version, ...change } });
const stateOf = async ({ id }: { id: number }) =>
  (await portal.db.select().from(classes).where(eq(classes.id, id)))[0];
const mailsOf = async (template: string, code: string) =>
  (await portal.db.select().from(mails).where(eq(mails.template, template))).filter(
    ({ data }) => (data as { code?: string }).code === code,
  );
const detail = async (code: string) => (await portal.call(classDetail, { params: { code } })).answer;

describe('a new class', () => {
  test('begins with the defaults of its course and a code of its own', async () => {
    const { organizationId, courseId } = await buildClass(portal.db);
    const query = { organization: String(organizationId), course: String(courseId) };
    const { answer } = await portal.call(calls.classFromCourse, { ...officer, query });
    expect(answer).toMatchObject({ limitNumber: 30, fee: 0, paymentDays: 7, place: form.place });
    expect(answer.code).toMatch(/^TPE-CPR-[0-9]{4}$/);
    expect((await portal.call(calls.classFromCourse, { ...elsewhere, query })).status).toBe(422);
  });

  test('is made as a series, a week apart with the codes that follow', async () => {
    const { organizationId, courseId } = await buildClass(portal.db);
    await buildClass(portal.db, { code: 'SERIES-08' });
    const body = {
      ...form,
      code: 'SERIES-07',
      organizationId,
      courseId,
      weeks: 3,
      applyFrom: '2026-12-10T09:00',
    };
    const { answer } = await portal.call(calls.createClasses, { ...officer, body });
    expect(answer.classes.map(({ code }) => code)).toEqual(['SERIES-07', 'SERIES-09', 'SERIES-10']);
    const last = await portal.call(calls.officeClass, at(answer.classes[2] ?? { id: 0 }));
    expect(last.answer).toMatchObject({
      ...{ state: 'draft', startTime: '2027-01-14T09:00:00+08:00', applyFrom: '2026-12-24T09:00:00+08:00' },
    });
  });

  test.each([
    [{ code: 'personal' }, 'code'],
    [{ code: 'a b' }, 'code'],
    [{ sessions: [] }, 'sessions'],
    [{ sessions: [{ ...session, to: '08:00' }] }, 'sessions'],
    [{ sessions: [session, { ...session, from: '16:00', to: '18:00' }] }, 'sessions'],
    [{ limitNumber: 0 }, 'limitNumber'],
    [{ limitNumber: 5, minimumNumber: 6 }, 'minimumNumber'],
    [{ applyFrom: '2026-12-10T09:00', applyUntil: '2026-12-10T09:00' }, 'applyUntil'],
    [{ applyFrom: '2026-13-10T09:00' }, 'applyFrom'],
    [{ bankAccountId: 999_999 }, 'bankAccountId'],
    [{ groupCode: 'NOBODY', personalAllow: false }, 'groupCode'],
    [{ instructorIds: [999_999] }, 'instructorIds'],
    [{ place: '\u0000' }, 'place'],
  ])('is refused with %j under %s', async (change, field) => {
    const { organizationId, courseId } = await buildClass(portal.db);
    const body = { ...form, code: 'WRONG-1', organizationId, courseId, ...change };
    const { status, refusal } = await portal.call(calls.createClasses, { ...officer, body });
    expect([status, Object.keys(refusal.errors ?? {})]).toEqual([422, [field]]);
  });

  test('refuses the code of another class', async () => {
    const { code, organizationId, courseId } = await buildClass(portal.db);
    const body = { ...form, code, organizationId, courseId };
    const { refusal } = await portal.call(calls.createClasses, { ...officer, body });
    expect(refusal.errors).toEqual({ code: ['已有相同的課程代碼'] });
  });
});

describe('publication', () => {
  test('now; repeating it changes nothing, and trainees find the class within a second', async () => {
    const opening = await held({ publishedAt: null });
    expect((await portal.call(classDetail, { params: { code: opening.code } })).status).toBe(404);
    expect((await portal.call(calls.publishClass, { ...at(opening), body: {} })).status).toBe(200);
    const published = (await stateOf(opening))?.publishedAt;
    portal.clock.now = new Date(NOW.getTime() + 1000);
    expect((await portal.call(calls.publishClass, { ...at(opening), body: {} })).status).toBe(200);
    expect((await stateOf(opening))?.publishedAt).toEqual(published);
    expect((await detail(opening.code)).personal_obstacle).toBe(null);
  });

  test('at a time: nobody finds it before, the job publishes it once', async () => {
    const opening = await held({ publishedAt: null });
    const body = { at: '2026-12-02T09:00' };
    expect((await portal.call(calls.publishClass, { ...at(opening), body })).answer.publishAt).toBe(
      '2026-12-02T09:00:00+08:00',
    );
    const due = (time: string) => publishDueClasses({ ...portal.services, clock: () => new Date(time) });
    await due('2026-12-02T08:59:59+08:00');
    expect((await stateOf(opening))?.state).toBe('draft');
    await Promise.all([due('2026-12-02T09:00:00+08:00'), due('2026-12-02T09:00:00+08:00')]);
    expect(await stateOf(opening)).toMatchObject({ state: 'published', publishAt: null });
    const { answer } = await portal.call(classHistory, at(opening));
    expect(answer.map(({ action }) => action)).toEqual(['class.publish', 'class.schedule']);
  });

  test.each([
    ['2026-12-01T09:00', '發布時間須晚於現在'],
    ['2026-12-31T09:00', '發布時間須早於開課時間'],
  ])('is refused at %s', async (time, text) => {
    const opening = await held({ publishedAt: null });
    const { refusal } = await portal.call(calls.publishClass, { ...at(opening), body: { at: time } });
    expect(refusal.errors).toEqual({ at: [text] });
  });

  test('is taken back only while nobody holds a seat', async () => {
    const opening = await held();
    const { id } = await register(opening);
    const refused = await portal.call(calls.withdrawClass, at(opening));
    expect(refused.refusal.message).toBe('尚有 1 人保留名額，無法下架');
    await portal.call(calls.cancelOverdue, { ...officer, body: { ids: [id] } });
    expect((await stateOf(opening))?.state).toBe('published');
    const empty = await held();
    expect((await portal.call(calls.withdrawClass, at(empty))).answer.state).toBe('draft');
    expect((await portal.call(classDetail, { params: { code: empty.code } })).status).toBe(404);
  });

  test('another branch finds no class', async () => {
    const opening = await held();
    const params = { id: String(opening.id) };
    for (const endpoint of [calls.withdrawClass, calls.stopEnrolment, calls.completeClass])
      expect((await portal.call(endpoint, { ...elsewhere, params })).status).toBe(404);
    expect((await portal.call(calls.callOffEffect, { ...elsewhere, params })).status).toBe(404);
  });
});

test('enrolment that is stopped refuses trainees with the usual reason until it is resumed', async () => {
  const opening = await held();
  const account = await buildAccount(portal.db);
  const apply = () =>
    inTransaction(portal.db, (tx) =>
      enrol(tx, { code: opening.code }, { actor: proveTrainee({ accountId: account.id }), now: NOW }),
    );
  expect((await portal.call(calls.stopEnrolment, at(opening))).answer.obstacles.personal).toBe(
    '本課程報名已截止',
  );
  await expect(apply()).rejects.toMatchObject({ code: 'class_closed' });
  const list = await portal.call(classList, { query: { open: '1', num: '100' } });
  expect(JSON.stringify(list.answer)).not.toContain(opening.code);
  await portal.call(calls.resumeEnrolment, at(opening));
  await apply();
});

test('a class that is over neither stops nor resumes enrolment', async () => {
  const over = { startTime: new Date(NOW.getTime() - 2000), endTime: NOW };
  const [open, closed] = [await held(over), await held({ ...over, state: 'closed' })];
  const steps = [
    [calls.stopEnrolment, open],
    [calls.resumeEnrolment, closed],
  ] as const;
  for (const [endpoint, opening] of steps) {
    const { status, refusal } = await portal.call(endpoint, at(opening));
    expect([status, refusal.message]).toEqual([422, '課程已結束，不再接受報名']);
  }
  expect((await stateOf(closed))?.state).toBe('closed');
});

describe('an edit', () => {
  test('changes the page for trainees, with the changed fields in its event', async () => {
    const account = await buildBankAccount(portal.db);
    const opening = await held();
    const { status, answer } = await edit(opening, {
      ...{ fee: 2000, hours: 6, minimumNumber: 5, bankAccountId: account.id, staffNote: '自備投影機' },
      html: '<p>新<script>alert(1)</script></p>',
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ fee: 2000, hours: 6, minimumNumber: 5, staffNote: '自備投影機' });
    expect(answer.version).toBeGreaterThan(0);
    expect(await detail(opening.code)).toMatchObject({ fee: 2000, hours: 6, html: '<p>新</p>' });
  });

  test('based on an older version is refused with the changes', async () => {
    const opening = await held();
    expect((await edit(opening, { limitNumber: 30 })).status).toBe(200);
    const { status, refusal } = await edit(opening, { limitNumber: 40 });
    expect(status).toBe(409);
    expect(refusal.newer).toMatchObject({
      changes: [{ action: 'class.edit', changes: [{ field: 'limitNumber', before: '20', after: '30' }] }],
    });
    expect((await stateOf(opening))?.limitNumber).toBe(30);
  });

  test('cannot lower the seats below those held, nor change the fee after an approval', async () => {
    const opening = await held();
    await register(opening);
    await register(opening, 'unpaid');
    expect((await edit(opening, { limitNumber: 1 })).refusal.errors).toEqual({
      limitNumber: ['已有 2 人保留名額，名額不可少於此數'],
    });
    expect((await edit(opening, { fee: 1 })).refusal.errors).toEqual({
      fee: ['已有學員通過審查，不可變更費用'],
    });
    expect((await edit(opening, { limitNumber: 2 })).status).toBe(200);
  });

  test('changes the fee although people of another class are approved', async () => {
    await register(await held(), 'confirmed');
    const opening = await held();
    await register(opening);
    expect((await edit(opening, { fee: 2000 })).answer).toMatchObject({ fee: 2000 });
  });

  test('that changes nothing leaves no event, one with a message keeps it', async () => {
    const opening = await held();
    await register(opening, 'confirmed');
    const { answer } = await edit(opening);
    const eventsOf = async () => (await portal.call(classHistory, at(opening))).answer;
    const former = await eventsOf();
    expect(former.map(({ action }) => action)).not.toContain('class.edit');
    const moved = { place: '另一間教室', message: '教室整修' };
    expect((await edit(opening, moved, answer.version)).status).toBe(200);
    const [latest, ...earlier] = await eventsOf();
    expect(earlier).toEqual(former);
    expect(JSON.stringify(latest)).toContain('教室整修');
  });

  test('of a class that is over asks for no message', async () => {
    const opening = await held(over);
    await register(opening, 'confirmed');
    expect((await edit(opening, { place: '另一間教室' })).status).toBe(200);
    const began = await held({ startTime: over.startTime, endTime: new Date(NOW.getTime() + 3_600_000) });
    await register(began, 'confirmed');
    expect((await edit(began, { place: '另一間教室' })).status).toBe(422);
  });

  test('of a class that was called off is refused', async () => {
    const opening = await held();
    await portal.call(calls.callOffClass, { ...at(opening), body: { reason: 'too_few', text: '人數不足' } });
    const { version } = (await portal.call(calls.officeClass, at(opening))).answer;
    expect((await edit(opening, { limitNumber: 30 }, version)).status).toBe(422);
  });

  test('sets the instructors', async () => {
    const opening = await held();
    const { id, name } = await buildStaff(portal.db, {
      grants: [grant('instructor', opening.organizationId)],
    });
    const { answer } = await edit(opening, { instructorIds: [id] });
    expect(answer.instructors).toMatchObject([{ id, name }]);
  });

  test('changes the code of a draft alone', async () => {
    const draft = await held({ publishedAt: null });
    expect((await edit(draft, { code: 'Store' })).refusal.errors).toHaveProperty('code');
    expect((await edit(draft, { code: `${draft.code}-A` })).answer.code).toBe(`${draft.code}-A`);
    const opening = await held();
    expect((await edit(opening, { code: 'OTHER' })).refusal.errors).toEqual({
      code: ['課程發布後不可變更代碼'],
    });
  });

  test('of time or place requires a message and mails all seat holders', async () => {
    const opening = await held();
    await register(opening, 'confirmed');
    await register(opening, 'pending');
    const moved = { sessions: [{ ...session, from: '10:00' }] };
    for (const change of [moved, { place: '另一間教室' }])
      expect((await edit(opening, change)).refusal.errors).toEqual({
        message: ['已有 2 人保留名額，變更時間或地點請填寫給學員的說明'],
      });
    const taught = { sessions: [{ ...session, instructor: '林教練' }] };
    const { answer } = await edit(opening, taught);
    expect(await mailsOf('class_changed', opening.code)).toHaveLength(0);
    expect((await edit(opening, { ...moved, message: '教室上午另有活動' }, answer.version)).status).toBe(200);
    const sent = await mailsOf('class_changed', opening.code);
    expect(sent.map(({ data }) => data)).toEqual([
      expect.objectContaining({ message: '教室上午另有活動', sessions: ['2026-12-31 10:00–17:00'] }),
      expect.objectContaining({ message: '教室上午另有活動' }),
    ]);
    expect(sent.filter(({ data }) => 'seat' in (data as object))).toHaveLength(1);
  });
});

describe('a postponement', () => {
  const body = {
    sessions: [{ ...session, date: '2027-01-15' }],
    message: '講師受傷',
    freeDays: 7,
    version: 0,
  };

  test('changes the sessions, mails everybody, and allows free cancellation for some days', async () => {
    const opening = await held({ number: 0 });
    const paid = await register(opening, 'confirmed');
    portal.clock.now = new Date(NOW.getTime() + 1000);
    const { answer } = await portal.call(calls.postponeClass, { ...at(opening), body });
    expect(answer).toMatchObject({ startTime: '2027-01-15T09:00:00+08:00', freeCancelUntil: '2026-12-08' });
    expect(await mailsOf('class_postponed', opening.code)).toHaveLength(1);
    const later = await register(opening, 'confirmed');
    await portal.db
      .update(registrations)
      .set({ createdAt: new Date(NOW.getTime() + 2000) })
      .where(eq(registrations.id, later.id));
    const cancel = ({ accountId }: { accountId: number }, now: Date) =>
      inTransaction(portal.db, (tx) =>
        cancelRegistration(tx, { code: opening.code }, { actor: proveTrainee({ accountId }), now }),
      );
    await expect(cancel(later, NOW)).rejects.toMatchObject({ code: 'cancel_after_paying' });
    await expect(cancel(paid, new Date('2026-12-09T00:00:00+08:00'))).rejects.toMatchObject({
      code: 'cancel_after_paying',
    });
    await cancel(paid, new Date('2026-12-08T23:59:00+08:00'));
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, paid.id));
    expect(due).toMatchObject([{ amount: 1500, state: 'due' }]);
    expect(await mailsOf('cancelled_after_postponement', opening.code)).toHaveLength(1);
    expect((await stateOf(opening))?.number).toBe(1);
  });

  test('removes a confirmed free seat from the calendar when it is cancelled', async () => {
    const opening = await held({ number: 0, fee: 0 });
    const { accountId } = await register(opening, 'confirmed');
    portal.clock.now = new Date(NOW.getTime() + 1000);
    await portal.call(calls.postponeClass, { ...at(opening), body });
    await inTransaction(portal.db, (tx) =>
      cancelRegistration(
        tx,
        { code: opening.code },
        { actor: proveTrainee({ accountId }), now: portal.clock.now },
      ),
    );
    const sent = await mailsOf('cancelled_after_postponement', opening.code);
    expect(sent.map(({ data }) => data)).toEqual([
      expect.objectContaining({ refund: 0, seat: expect.objectContaining({ revision: 'cancelled' }) }),
    ]);
  });

  test('without days to cancel in keeps those who have paid', async () => {
    const opening = await held();
    const paid = await register(opening, 'confirmed');
    expect(
      (await portal.call(calls.postponeClass, { ...at(opening), body: { ...body, freeDays: 0 } })).status,
    ).toBe(200);
    expect(await stateOf(opening)).toMatchObject({ freeCancelUntil: null });
    expect((await mailsOf('class_postponed', opening.code)).map(({ data }) => data)).toMatchObject([
      { until: null },
    ]);
    const cancelled = inTransaction(portal.db, (tx) =>
      cancelRegistration(tx, opening, { actor: proveTrainee(paid), now: portal.clock.now }),
    );
    expect(await codeOf(cancelled)).toBe('cancel_after_paying');
  });

  test('of a version that somebody else has changed is refused', async () => {
    const opening = await held();
    await edit(opening, { limitNumber: 30 });
    expect((await portal.call(calls.postponeClass, { ...at(opening), body })).status).toBe(409);
  });

  test('of a class that was called off is refused', async () => {
    const opening = await held();
    await portal.call(calls.callOffClass, { ...at(opening), body: { reason: 'too_few', text: '人數不足' } });
    const { version } = (await portal.call(calls.officeClass, at(opening))).answer;
    const { refusal } = await portal.call(calls.postponeClass, {
      ...at(opening),
      body: { ...body, version },
    });
    expect(refusal.message).toContain('停開');
  });

  test.each([
    [{ sessions: [{ ...session, date: '2026-11-30' }] }, '新的上課時段須晚於現在'],
    [{ sessions: [{ date: '2026-12-01', from: '10:00', to: '17:00' }] }, '新的上課時段須晚於現在'],
    [{ sessions: [session] }, '上課時段並未變更'],
  ])('to %j is refused', async (change, text) => {
    const opening = await held();
    const { refusal } = await portal.call(calls.postponeClass, {
      ...at(opening),
      body: { ...body, ...change },
    });
    expect(refusal.errors).toEqual({ sessions: [text] });
  });
});

describe('calling a class off', () => {
  const body = { reason: 'too_few', text: '未達最低開班人數' };

  test('cancels all registrations with refunds and mails; the page of the class says so', async () => {
    const opening = await held();
    const [pending, confirmed] = [await register(opening), await register(opening, 'confirmed')];
    expect((await portal.call(calls.callOffEffect, at(opening))).answer).toEqual({
      ...{ people: 2, refunds: 1, amount: 1500 },
    });
    const { answer } = await portal.call(calls.callOffClass, { ...at(opening), body });
    expect(answer).toMatchObject({ state: 'cancelled', number: 0, calledOff: body });
    const rows = await portal.db.select().from(registrations).where(eq(registrations.classId, opening.id));
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, confirmed.id));
    expect(due).toMatchObject([{ amount: 1500, state: 'due', paymentConfirmed: true }]);
    expect(await portal.db.select().from(refunds).where(eq(refunds.registrationId, pending.id))).toEqual([]);
    const sent = await mailsOf('class_called_off', opening.code);
    const inCalendar = sent.filter(({ data }) => 'seat' in (data as object));
    expect([sent.length, inCalendar.map(({ accountId }) => accountId)]).toEqual([2, [confirmed.accountId]]);
    const [event] = await portal.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'class.call_off'), eq(auditEvents.subjectId, opening.id)));
    expect(event?.after).toMatchObject({ people: 2, refunds: 1 });
    expect((await detail(opening.code)).personal_obstacle).toBe('called_off');
    const list = await portal.call(classList, { query: { num: '100' } });
    expect(JSON.stringify(list.answer)).not.toContain(opening.code);
    // Repeating it is no error and does nothing.
    expect((await portal.call(calls.callOffClass, { ...at(opening), body })).status).toBe(200);
    expect(await mailsOf('class_called_off', opening.code)).toHaveLength(2);
  });

  test('is refused once somebody has a result', async () => {
    const opening = await buildClass(portal.db, over);
    await register(opening, 'confirmed', { result: 1 });
    const { refusal } = await portal.call(calls.callOffClass, { ...at(opening), body });
    expect(refusal.message).toBe('已有學員登錄成績，無法執行此操作');
  });

  test.each([{ reason: 'rain', text: 'x' }, { reason: 'other', text: '' }, {}])(
    'with %j is refused',
    async (wrong) => {
      const opening = await held();
      expect((await portal.call(calls.callOffClass, { ...at(opening), body: wrong })).status).toBe(422);
    },
  );
});

test('a class is completed when it is over and every confirmed person has a result', async () => {
  const coming = await held();
  expect((await portal.call(calls.completeClass, at(coming))).refusal.message).toBe('課程尚未結束');
  const opening = await buildClass(portal.db, over);
  await register(opening, 'confirmed');
  await register(opening, 'confirmed', { result: 2 });
  expect((await portal.call(calls.completeClass, at(opening))).refusal.message).toBe('尚有 1 人未登錄成績');
  const done = await buildClass(portal.db, over);
  await register(done, 'confirmed', { result: 1 });
  await register(done);
  const { answer } = await portal.call(calls.completeClass, at(done));
  expect([answer.state, answer.can.edit.allowed]).toEqual(['completed', false]);
});

test('the preview shows a draft as trainees will see it', async () => {
  const opening = await held({ publishedAt: null });
  const { answer } = await portal.call(calls.classPreview, at(opening));
  expect(answer).toMatchObject({ code: opening.code, personal_allow: true, personal_obstacle: null });
  expect(
    (await portal.call(calls.classPreview, { ...elsewhere, params: { id: String(opening.id) } })).status,
  ).toBe(404);
});

describe('overdue registrations', () => {
  test('are listed by the day passed, reminded once a day, and cancelled each by itself', async () => {
    const opening = await held();
    await held({ fee: 900 });
    const late = await register(opening, 'unpaid', { paymentDue: '2026-11-30' });
    const today = await register(opening, 'unpaid', { paymentDue: '2026-12-01' });
    const query = { class: opening.code };
    const { answer } = await portal.call(calls.overdueList, { ...officer, query });
    expect(answer.rows.map(({ id }) => id)).toEqual([late.id]);
    expect((await portal.call(calls.overdueList, { ...elsewhere, query })).answer.rows).toEqual([]);
    const ids = { ids: [late.id, today.id, 999_999] };
    const remind = async () =>
      (await portal.call(calls.remindOverdue, { ...officer, body: ids })).answer.results;
    expect(await remind()).toEqual([
      { id: late.id, done: true, why: null },
      { id: today.id, done: false, why: '此報名並未逾期' },
      { id: 999_999, done: false, why: '查無此報名紀錄' },
    ]);
    expect((await remind())[0]).toEqual({ id: late.id, done: false, why: '今天已寄過提醒' });
    const [reminder, ...others] = await mailsOf('payment_reminder', opening.code);
    expect([reminder?.data, others]).toMatchObject([{ fee: 1500 }, []]);
    const cancelled = await portal.call(calls.cancelOverdue, { ...officer, body: ids });
    expect(cancelled.answer.results.map(({ done }) => done)).toEqual([true, false, false]);
    expect((await stateOf(opening))?.number).toBe(1);
    const foreign = await portal.call(calls.cancelOverdue, { ...elsewhere, body: { ids: [today.id] } });
    expect(foreign.answer.results[0]?.done).toBe(false);
  });

  test('may be reminded again on the next day', async () => {
    const opening = await held();
    const { id } = await register(opening, 'unpaid', { paymentDue: '2026-11-30' });
    const remindAt = (now: Date) =>
      codeOf(
        inTransaction(portal.db, (tx) =>
          remindOverdue(tx, { registrationId: id }, { actor: decidingStaff(), now }),
        ),
      );
    const tomorrow = new Date('2026-12-02T00:00:00+08:00');
    expect([
      await remindAt(NOW),
      await remindAt(new Date(tomorrow.getTime() - 1)),
      await remindAt(tomorrow),
      await remindAt(tomorrow),
    ]).toEqual([null, 'reminded_today', null, 'reminded_today']);
  });

  test('are only those that are unpaid', async () => {
    const opening = await held();
    const reported = await register(opening, 'reported', { paymentDue: '2026-11-30' });
    const { answer } = await portal.call(calls.remindOverdue, { ...officer, body: { ids: [reported.id] } });
    expect(answer.results).toEqual([{ id: reported.id, done: false, why: '此報名並未逾期' }]);
  });
});

describe('at the same time', () => {
  const people = async (count: number) => {
    const accounts: { id: number }[] = [];
    for (let n = 0; n < count; n += 1) accounts.push(await buildAccount(portal.db));
    return accounts;
  };
  const apply = ({ code }: Opening, { id: accountId }: { id: number }) =>
    inTransaction(portal.db, (tx) =>
      enrol(tx, { code }, { actor: proveTrainee({ accountId }), now: NOW }),
    ).catch(() => null);

  test('two edits: one is saved, the other is told of it', async () => {
    const opening = await held();
    const both = await Promise.all([edit(opening, { limitNumber: 30 }), edit(opening, { limitNumber: 40 })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('seats lowered and enrolments: never more seats held than there are', async () => {
    const opening = await held({ limitNumber: 6 });
    const [lowered] = await Promise.all([
      edit(opening, { limitNumber: 3 }),
      ...(await people(6)).map((account) => apply(opening, account)),
    ]);
    const { number = 0, limitNumber = 0 } = (await stateOf(opening)) ?? {};
    expect(limitNumber).toBe(lowered.status === 200 ? 3 : 6);
    expect(number).toBeLessThanOrEqual(limitNumber);
  });

  test('called off and enrolments: nobody is left with a seat', async () => {
    const opening = await held();
    const body = { reason: 'disaster', text: '颱風' };
    await Promise.all([
      portal.call(calls.callOffClass, { ...at(opening), body }),
      ...(await people(6)).map((account) => apply(opening, account)),
    ]);
    const rows = await portal.db.select().from(registrations).where(eq(registrations.classId, opening.id));
    expect(rows.filter(({ state }) => state !== 'cancelled')).toEqual([]);
    expect(await stateOf(opening)).toMatchObject({ state: 'cancelled', number: 0 });
  });
});
