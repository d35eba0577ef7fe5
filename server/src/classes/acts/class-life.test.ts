import { classDetail, classes as classList } from '@portal/contract/catalogue';
import { classHistory } from '@portal/contract/office/audit';
import * as calls from '@portal/contract/office/classes';
import * as enrolmentCalls from '@portal/contract/office/enrolment';
import type { RoleGrant } from '@portal/contract/rights';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import {
  buildBankAccount,
  buildClass,
  buildClassWithSession,
  buildOrganization,
  classForm as form,
  formSession as session,
} from '../../../test/factories/catalogue.ts';
import { codeOf } from '../../../test/factories/desk.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenClass } from '../../../test/factories/seen.ts';
import { buildStaff, decidingStaff, enterOffice, grant } from '../../../test/factories/staff.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { auditEvents } from '../../audit/tables.ts';
import { remindOverdue } from '../../enrolment/overdue/remind-overdue.ts';
import { cancelRegistration } from '../../enrolment/seats/cancel-registration.ts';
import { enrol } from '../../enrolment/seats/enrol.ts';
import { registrations } from '../../enrolment/tables.ts';
import { mails } from '../../mail/tables.ts';
import { refunds } from '../../money/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { classes } from '../tables.ts';

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
type TrainingClass = Awaited<ReturnType<typeof buildClass>>;

const buildWithSession = (overrides: Parameters<typeof buildClass>[1] = {}) =>
  buildClassWithSession(portal.db, overrides);
const register = async (
  trainingClass: TrainingClass,
  state: 'pending' | 'unpaid' | 'reported' | 'confirmed' = 'pending',
  extra = {},
) =>
  buildRegistration(portal.db, {
    class: trainingClass,
    account: await buildAccount(portal.db),
    state,
    ...extra,
  });

/** A request with the present version, which a page that was just loaded would send. */
const step = async (trainingClass: { id: number }, body: object = {}) => {
  const version = await seenClass(portal.db, trainingClass);
  return { ...toClass(trainingClass), body: { version, ...body } };
};
const toClass = ({ id }: { id: number }) => ({ ...officer, params: { id: String(id) } });
const edit = (trainingClass: TrainingClass, change: object = {}, version = 0) =>
  portal.call(calls.editClass, {
    ...toClass(trainingClass),
    body: { ...form, code: trainingClass.code, version, ...change },
  });
const storedClass = async ({ id }: { id: number }) =>
  (await portal.db.select().from(classes).where(eq(classes.id, id)))[0];
const mailsOf = async (template: string, code: string) =>
  (await portal.db.select().from(mails).where(eq(mails.template, template))).filter(
    ({ data }) => (data as { code?: string }).code === code,
  );
const detail = async (code: string) => (await portal.call(classDetail, { params: { code } })).answer;

test('enrolment that is stopped refuses trainees with the usual reason until it is resumed', async () => {
  const trainingClass = await buildWithSession();
  const account = await buildAccount(portal.db);
  const enrolPerson = () =>
    inTransaction(portal.db, (tx) =>
      enrol(tx, { code: trainingClass.code }, { actor: proveTrainee({ accountId: account.id }), now: NOW }),
    );
  expect((await portal.call(calls.stopEnrolment, await step(trainingClass))).answer.obstacles.personal).toBe(
    '本課程報名已截止',
  );
  await expect(enrolPerson()).rejects.toMatchObject({ code: 'class_closed' });
  const list = await portal.call(classList, { query: { open: '1', num: '100' } });
  expect(JSON.stringify(list.answer)).not.toContain(trainingClass.code);
  await portal.call(calls.resumeEnrolment, await step(trainingClass));
  await enrolPerson();
});

describe('editing a class', () => {
  test('an edit changes the class for staff and trainees; scripts are removed from its page', async () => {
    const account = await buildBankAccount(portal.db);
    const trainingClass = await buildWithSession();
    const { status, answer } = await edit(trainingClass, {
      fee: 2000,
      hours: 6,
      minimumNumber: 5,
      bankAccountId: account.id,
      staffNote: '自備投影機',
      html: '<p>新<script>alert(1)</script></p>',
    });
    expect(status).toBe(200);
    expect(answer).toMatchObject({ fee: 2000, hours: 6, minimumNumber: 5, staffNote: '自備投影機' });
    expect(answer.version).toBeGreaterThan(0);
    expect(await detail(trainingClass.code)).toMatchObject({ fee: 2000, hours: 6, html: '<p>新</p>' });
  });

  test('an edit of an older version is refused with the changes', async () => {
    const trainingClass = await buildWithSession();
    expect((await edit(trainingClass, { limitNumber: 30 })).status).toBe(200);
    const { status, refusal } = await edit(trainingClass, { limitNumber: 40 });
    expect(status).toBe(409);
    expect(refusal.newer).toMatchObject({
      changes: [{ action: 'class.edit', changes: [{ field: 'limitNumber', before: '20', after: '30' }] }],
    });
    expect((await storedClass(trainingClass))?.limitNumber).toBe(30);
  });

  test('an edit cannot lower the seats below those held, nor change the fee after an approval', async () => {
    const trainingClass = await buildWithSession();
    await register(trainingClass);
    await register(trainingClass, 'unpaid');
    expect((await edit(trainingClass, { limitNumber: 1 })).refusal.errors).toEqual({
      limitNumber: ['已有 2 人保留名額，名額不可少於此數'],
    });
    expect((await edit(trainingClass, { fee: 1 })).refusal.errors).toEqual({
      fee: ['已有學員通過審核，不可變更費用'],
    });
    expect((await edit(trainingClass, { limitNumber: 2 })).status).toBe(200);
  });

  test('an edit changes the fee although people of another class are approved', async () => {
    await register(await buildWithSession(), 'confirmed');
    const trainingClass = await buildWithSession();
    await register(trainingClass);
    expect((await edit(trainingClass, { fee: 2000 })).answer).toMatchObject({ fee: 2000 });
  });

  test('an edit that changes nothing leaves no event; the event of a change keeps its message', async () => {
    const trainingClass = await buildWithSession();
    await register(trainingClass, 'confirmed');
    const { status, answer } = await edit(trainingClass);
    expect(status).toBe(200);
    const eventsOf = async () => (await portal.call(classHistory, toClass(trainingClass))).answer;
    const former = await eventsOf();
    expect(former.map(({ action }) => action)).not.toContain('class.edit');
    const moved = { place: '另一間教室', message: '教室整修' };
    expect((await edit(trainingClass, moved, answer.version)).status).toBe(200);
    const [latest, ...earlier] = await eventsOf();
    expect(earlier).toEqual(former);
    expect(JSON.stringify(latest)).toContain('教室整修');
  });

  test('an edit of a class that is over needs no message', async () => {
    const trainingClass = await buildWithSession(over);
    await register(trainingClass, 'confirmed');
    expect((await edit(trainingClass, { place: '另一間教室' })).status).toBe(200);
    const began = await buildWithSession({
      startTime: over.startTime,
      endTime: new Date(NOW.getTime() + 3_600_000),
    });
    await register(began, 'confirmed');
    expect((await edit(began, { place: '另一間教室' })).status).toBe(422);
  });

  test.each([
    [{ startTime: over.startTime, endTime: NOW }, 200],
    [{ startTime: NOW, endTime: null }, 200],
    [{ startTime: new Date(NOW.getTime() + 1), endTime: null }, 422],
  ])('with the times %j, an edit of the place without a message is answered %i', async (times, status) => {
    const trainingClass = await buildWithSession(times);
    await register(trainingClass, 'confirmed');
    expect((await edit(trainingClass, { place: '另一間教室' })).status).toBe(status);
  });

  test('an edit whose message is not required mails nobody', async () => {
    const trainingClass = await buildWithSession();
    await register(trainingClass, 'confirmed');
    expect((await edit(trainingClass, { limitNumber: 30, message: '名額增加' })).status).toBe(200);
    expect(await mailsOf('class_changed', trainingClass.code)).toEqual([]);
  });

  test('a change of the instructor of a session is one change in the event', async () => {
    const trainingClass = await buildWithSession();
    const taught = { sessions: [{ ...session, instructor: '林教練' }] };
    expect((await edit(trainingClass, taught)).status).toBe(200);
    const [latest] = (await portal.call(classHistory, toClass(trainingClass))).answer;
    expect(latest?.changes).toMatchObject([
      { before: '2026-12-31 09:00–17:00', after: '2026-12-31 09:00–17:00 林教練' },
    ]);
  });

  test('an edit of a class that was called off is refused', async () => {
    const trainingClass = await buildWithSession();
    await portal.call(calls.callOffClass, await step(trainingClass, { reason: 'too_few', text: '人數不足' }));
    const { version } = (await portal.call(calls.officeClass, toClass(trainingClass))).answer;
    expect((await edit(trainingClass, { limitNumber: 30 }, version)).status).toBe(422);
  });

  test('an edit sets the instructors', async () => {
    const trainingClass = await buildWithSession();
    const { id, name } = await buildStaff(portal.db, {
      grants: [grant('instructor', trainingClass.organizationId)],
    });
    const { answer } = await edit(trainingClass, { instructorIds: [id] });
    expect(answer.instructors).toMatchObject([{ id, name }]);
  });

  test('the code changes only in a draft, and not to a reserved word', async () => {
    const draft = await buildWithSession({ publishedAt: null });
    const trainingClass = await buildWithSession();
    expect((await edit(draft, { code: 'Store' })).refusal.errors).toHaveProperty('code');
    expect((await edit(draft, { code: trainingClass.code.toLowerCase() })).refusal.errors).toEqual({
      code: ['已有相同的課程代碼（不分大小寫）'],
    });
    expect((await edit(draft, { code: `${draft.code}-A` })).answer.code).toBe(`${draft.code}-A`);
    expect((await edit(trainingClass, { code: 'OTHER' })).refusal.errors).toEqual({
      code: ['課程發布後不可變更代碼'],
    });
  });

  test('a change of time or place requires a message and mails all seat holders', async () => {
    const trainingClass = await buildWithSession();
    await register(trainingClass, 'confirmed');
    await register(trainingClass, 'pending');
    const moved = { sessions: [{ ...session, from: '10:00' }] };
    for (const change of [moved, { place: '另一間教室' }])
      expect((await edit(trainingClass, change)).refusal.errors).toEqual({
        message: ['已有 2 人保留名額，變更時間或地點請填寫給學員的說明'],
      });
    const taught = { sessions: [{ ...session, instructor: '林教練' }] };
    const { answer } = await edit(trainingClass, taught);
    expect(await mailsOf('class_changed', trainingClass.code)).toHaveLength(0);
    expect(
      (await edit(trainingClass, { ...moved, message: '教室上午另有活動' }, answer.version)).status,
    ).toBe(200);
    const sent = await mailsOf('class_changed', trainingClass.code);
    expect(sent.map(({ data }) => data)).toEqual([
      expect.objectContaining({ message: '教室上午另有活動', sessions: ['2026-12-31 10:00–17:00'] }),
      expect.objectContaining({ message: '教室上午另有活動' }),
    ]);
    expect(sent.filter(({ data }) => 'seat' in (data as object))).toHaveLength(1);
  });
});

describe('postponing a class', () => {
  const body = {
    sessions: [{ ...session, date: '2027-01-15' }],
    message: '講師受傷',
    freeDays: 7,
    version: 0,
  };

  test('a postponement changes the sessions, mails everybody, and allows free cancellation for some days', async () => {
    const trainingClass = await buildWithSession({ number: 0 });
    const paid = await register(trainingClass, 'confirmed');
    portal.clock.now = new Date(NOW.getTime() + 1000);
    const { answer } = await portal.call(calls.postponeClass, { ...toClass(trainingClass), body });
    expect(answer).toMatchObject({ startTime: '2027-01-15T09:00:00+08:00', freeCancelUntil: '2026-12-08' });
    expect((await mailsOf('class_postponed', trainingClass.code)).map(({ data }) => data)).toMatchObject([
      { until: '2026-12-08（二）' },
    ]);
    const later = await register(trainingClass, 'confirmed');
    await portal.db
      .update(registrations)
      .set({ createdAt: new Date(NOW.getTime() + 2000) })
      .where(eq(registrations.id, later.id));
    const cancel = ({ accountId }: { accountId: number }, now: Date) =>
      inTransaction(portal.db, (tx) =>
        cancelRegistration(tx, { code: trainingClass.code }, { actor: proveTrainee({ accountId }), now }),
      );
    await expect(cancel(later, NOW)).rejects.toMatchObject({ code: 'cancel_after_paying' });
    await expect(cancel(paid, new Date('2026-12-09T00:00:00+08:00'))).rejects.toMatchObject({
      code: 'cancel_after_paying',
    });
    await cancel(paid, new Date('2026-12-08T23:59:00+08:00'));
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, paid.id));
    expect(due).toMatchObject([{ amount: 1500, state: 'due' }]);
    expect(await mailsOf('cancelled_after_postponement', trainingClass.code)).toHaveLength(1);
    expect((await storedClass(trainingClass))?.number).toBe(1);
  });

  test('after a postponement, cancelling a confirmed seat of a class without a fee takes it out of the calendar', async () => {
    const trainingClass = await buildWithSession({ number: 0, fee: 0 });
    const { accountId } = await register(trainingClass, 'confirmed');
    portal.clock.now = new Date(NOW.getTime() + 1000);
    await portal.call(calls.postponeClass, { ...toClass(trainingClass), body });
    await inTransaction(portal.db, (tx) =>
      cancelRegistration(
        tx,
        { code: trainingClass.code },
        { actor: proveTrainee({ accountId }), now: portal.clock.now },
      ),
    );
    const sent = await mailsOf('cancelled_after_postponement', trainingClass.code);
    expect(sent.map(({ data }) => data)).toEqual([
      expect.objectContaining({ refund: 0, seat: expect.objectContaining({ revision: 'cancelled' }) }),
    ]);
  });

  test('people who have paid cannot cancel after a postponement without days of free cancellation', async () => {
    const trainingClass = await buildWithSession();
    const paid = await register(trainingClass, 'confirmed');
    expect(
      (await portal.call(calls.postponeClass, { ...toClass(trainingClass), body: { ...body, freeDays: 0 } }))
        .status,
    ).toBe(200);
    expect(await storedClass(trainingClass)).toMatchObject({ freeCancelUntil: null });
    expect((await mailsOf('class_postponed', trainingClass.code)).map(({ data }) => data)).toMatchObject([
      { until: null },
    ]);
    const cancelled = inTransaction(portal.db, (tx) =>
      cancelRegistration(tx, trainingClass, { actor: proveTrainee(paid), now: portal.clock.now }),
    );
    expect(await codeOf(cancelled)).toBe('cancel_after_paying');
  });

  test('a postponement of an older version is refused', async () => {
    const trainingClass = await buildWithSession();
    await edit(trainingClass, { limitNumber: 30 });
    expect((await portal.call(calls.postponeClass, { ...toClass(trainingClass), body })).status).toBe(409);
  });

  test('a postponement of a class that was called off is refused', async () => {
    const trainingClass = await buildWithSession();
    await portal.call(calls.callOffClass, await step(trainingClass, { reason: 'too_few', text: '人數不足' }));
    const { version } = (await portal.call(calls.officeClass, toClass(trainingClass))).answer;
    const { refusal } = await portal.call(calls.postponeClass, {
      ...toClass(trainingClass),
      body: { ...body, version },
    });
    expect(refusal.message).toContain('停開');
  });

  test.each([
    [{ sessions: [{ ...session, date: '2026-11-30' }] }, '新的上課時段須晚於現在'],
    [{ sessions: [{ date: '2026-12-01', from: '10:00', to: '17:00' }] }, '新的上課時段須晚於現在'],
    [{ sessions: [session] }, '上課時段並未變更'],
  ])('a postponement to %j is refused', async (change, text) => {
    const trainingClass = await buildWithSession();
    const { refusal } = await portal.call(calls.postponeClass, {
      ...toClass(trainingClass),
      body: { ...body, ...change },
    });
    expect(refusal.errors).toEqual({ sessions: [text] });
  });
});

describe('calling a class off', () => {
  const body = { reason: 'too_few', text: '未達最低開班人數' };

  test('calling off cancels all registrations that hold a seat, with refunds and mails; the page of the class says so', async () => {
    const trainingClass = await buildWithSession();
    const [pending, confirmed] = [await register(trainingClass), await register(trainingClass, 'confirmed')];
    expect((await portal.call(calls.callOffEffect, toClass(trainingClass))).answer).toEqual({
      people: 2,
      refunds: 1,
      amount: 1500,
      reported: 0,
    });
    const { answer } = await portal.call(calls.callOffClass, {
      ...toClass(trainingClass),
      body: { ...body, version: 0 },
    });
    expect(answer).toMatchObject({ state: 'cancelled', number: 0, calledOff: body });
    const rows = await portal.db
      .select()
      .from(registrations)
      .where(eq(registrations.classId, trainingClass.id));
    expect(rows.map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
    const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, confirmed.id));
    expect(due).toMatchObject([{ amount: 1500, state: 'due' }]);
    expect(await portal.db.select().from(refunds).where(eq(refunds.registrationId, pending.id))).toEqual([]);
    const sent = await mailsOf('class_called_off', trainingClass.code);
    const inCalendar = sent.filter(({ data }) => 'seat' in (data as object));
    expect([sent.length, inCalendar.map(({ accountId }) => accountId)]).toEqual([2, [confirmed.accountId]]);
    const [event] = await portal.db
      .select()
      .from(auditEvents)
      .where(and(eq(auditEvents.action, 'class.call_off'), eq(auditEvents.subjectId, trainingClass.id)));
    expect(event?.after).toMatchObject({ people: 2, refunds: 1 });
    expect((await detail(trainingClass.code)).personal_obstacle).toBe('called_off');
    const list = await portal.call(classList, { query: { num: '100' } });
    expect(JSON.stringify(list.answer)).not.toContain(trainingClass.code);
    // Repeating it is no error and does nothing.
    expect(
      (await portal.call(calls.callOffClass, { ...toClass(trainingClass), body: { ...body, version: 0 } }))
        .status,
    ).toBe(200);
    expect(await mailsOf('class_called_off', trainingClass.code)).toHaveLength(2);
  });

  test('calling off is refused to somebody who has not seen the last change', async () => {
    const trainingClass = await buildWithSession();
    await portal.call(calls.stopEnrolment, await step(trainingClass));
    const call = { ...toClass(trainingClass), body: { ...body, version: 0 } };
    expect((await portal.call(calls.callOffClass, call)).status).toBe(409);
    expect(await storedClass(trainingClass)).toMatchObject({ state: 'closed' });
  });

  test('calling off is refused once somebody has a result', async () => {
    const trainingClass = await buildClass(portal.db, over);
    await register(trainingClass, 'confirmed', { result: 1 });
    const { refusal } = await portal.call(calls.callOffClass, {
      ...toClass(trainingClass),
      body: { ...body, version: 0 },
    });
    expect(refusal.message).toBe('已有學員登錄成績，無法執行此操作');
  });

  test.each([{ reason: 'rain', text: 'x' }, { reason: 'other', text: '' }, {}])(
    'calling off with %j is refused',
    async (wrong) => {
      const trainingClass = await buildWithSession();
      expect((await portal.call(calls.callOffClass, await step(trainingClass, wrong))).status).toBe(422);
    },
  );
});

describe('overdue registrations', () => {
  test('overdue registrations are listed by deadline, reminded once a day, and cancelled each by itself', async () => {
    const trainingClass = await buildWithSession();
    await buildWithSession({ fee: 900 });
    const late = await register(trainingClass, 'unpaid', { paymentDue: '2026-11-30' });
    const today = await register(trainingClass, 'unpaid', { paymentDue: '2026-12-01' });
    const query = { class: trainingClass.code };
    const { answer } = await portal.call(enrolmentCalls.overdueList, { ...officer, query });
    expect(answer.rows.map(({ id }) => id)).toEqual([late.id]);
    expect((await portal.call(enrolmentCalls.overdueList, { ...elsewhere, query })).answer.rows).toEqual([]);
    const ids = { ids: [late.id, today.id, 999_999] };
    const remind = async () =>
      (await portal.call(enrolmentCalls.remindOverdue, { ...officer, body: ids })).answer.results;
    expect(await remind()).toEqual([
      { id: late.id, done: true, why: null },
      { id: today.id, done: false, why: '此報名並未逾期' },
      { id: 999_999, done: false, why: '查無此報名紀錄' },
    ]);
    expect((await remind())[0]).toEqual({ id: late.id, done: false, why: '今天已寄過提醒' });
    const [reminder, ...others] = await mailsOf('payment_reminder', trainingClass.code);
    expect([reminder?.data, others]).toMatchObject([{ fee: 1500 }, []]);
    const asShown = { registrations: ids.ids.map((id) => ({ id, version: 0 })) };
    const cancelled = await portal.call(enrolmentCalls.cancelOverdue, { ...officer, body: asShown });
    expect(cancelled.answer.results.map(({ done }) => done)).toEqual([true, false, false]);
    expect((await storedClass(trainingClass))?.number).toBe(1);
    const foreign = await portal.call(enrolmentCalls.cancelOverdue, {
      ...elsewhere,
      body: { registrations: [{ id: today.id, version: 0 }] },
    });
    expect(foreign.answer.results[0]?.done).toBe(false);
  });

  test('an overdue registration may be reminded again on the next day', async () => {
    const trainingClass = await buildWithSession();
    const { id } = await register(trainingClass, 'unpaid', { paymentDue: '2026-11-30' });
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

  test('only unpaid registrations with a deadline are overdue', async () => {
    const trainingClass = await buildWithSession();
    const reported = await register(trainingClass, 'reported', { paymentDue: '2026-11-30' });
    const open = await register(trainingClass, 'unpaid');
    const ids = [reported.id, open.id];
    const { answer } = await portal.call(enrolmentCalls.remindOverdue, { ...officer, body: { ids } });
    expect(answer.results).toEqual(ids.map((id) => ({ id, done: false, why: '此報名並未逾期' })));
  });
});

describe('at the same time', () => {
  const people = async (count: number) => {
    const accounts: { id: number }[] = [];
    for (let n = 0; n < count; n += 1) accounts.push(await buildAccount(portal.db));
    return accounts;
  };
  const enrolPerson = ({ code }: TrainingClass, { id: accountId }: { id: number }) =>
    inTransaction(portal.db, (tx) =>
      enrol(tx, { code }, { actor: proveTrainee({ accountId }), now: NOW }),
    ).catch(() => null);

  test('two edits: one is saved, the other is told of it', async () => {
    const trainingClass = await buildWithSession();
    const both = await Promise.all([
      edit(trainingClass, { limitNumber: 30 }),
      edit(trainingClass, { limitNumber: 40 }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  test('lowering the seats while people enrol: never more seats are held than there are', async () => {
    const trainingClass = await buildWithSession({ limitNumber: 6 });
    const [lowered] = await Promise.all([
      edit(trainingClass, { limitNumber: 3 }),
      ...(await people(6)).map((account) => enrolPerson(trainingClass, account)),
    ]);
    const { number = 0, limitNumber = 0 } = (await storedClass(trainingClass)) ?? {};
    expect(limitNumber).toBe(lowered.status === 200 ? 3 : 6);
    expect(number).toBeLessThanOrEqual(limitNumber);
  });

  test('calling the class off while people enrol: nobody is left with a seat', async () => {
    const trainingClass = await buildWithSession();
    const body = { reason: 'disaster', text: '颱風' };
    await Promise.all([
      portal.call(calls.callOffClass, { ...toClass(trainingClass), body: { ...body, version: 0 } }),
      ...(await people(6)).map((account) => enrolPerson(trainingClass, account)),
    ]);
    const rows = await portal.db
      .select()
      .from(registrations)
      .where(eq(registrations.classId, trainingClass.id));
    expect(rows.filter(({ state }) => state !== 'cancelled')).toEqual([]);
    expect(await storedClass(trainingClass)).toMatchObject({ state: 'cancelled', number: 0 });
  });
});
