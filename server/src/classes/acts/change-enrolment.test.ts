import { classHistory } from '@portal/contract/office/audit';
import * as calls from '@portal/contract/office/classes';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildClassWithSession, buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { seenClass } from '../../../test/factories/seen.ts';
import { asStaff, enterAs, grant } from '../../../test/factories/staff.ts';
import { actDuring } from '../../../test/locks.ts';
import { auditEvents } from '../../audit/tables.ts';
import { lockClass } from '../../catalogue/lock-class.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { classes } from '../tables.ts';
import { takeStep } from './class-step.ts';

const over = { startTime: new Date(NOW.getTime() - 86_400_000), endTime: new Date(NOW.getTime() - 1) };

let portal: TestPortal;
let here: { id: number };
let officer: Awaited<ReturnType<typeof enterAs>>;
beforeAll(async () => {
  portal = await openTestPortal({ STAFF_SECOND_FACTOR: 'optional' });
  here = await buildOrganization(portal.db);
  officer = await enterAs(portal.db, grant('officer', here.id));
});
afterAll(() => portal.close());

type TrainingClass = Pick<typeof classes.$inferSelect, 'id'>;
type Step = typeof calls.stopEnrolment | typeof calls.resumeEnrolment | typeof calls.completeClass;

const step = async (endpoint: Step, trainingClass: TrainingClass) => {
  const body = { version: await seenClass(portal.db, trainingClass) };
  return portal.call(endpoint, { ...officer, params: { id: String(trainingClass.id) }, body });
};
const stored = async ({ id }: TrainingClass) =>
  one(await portal.db.select().from(classes).where(eq(classes.id, id)));
const register = async (trainingClass: Awaited<ReturnType<typeof buildClass>>, result?: 1 | 2) =>
  buildRegistration(portal.db, {
    ...{ class: trainingClass, account: await buildAccount(portal.db), state: 'confirmed' },
    ...(result && { result }),
  });

test('enrolment is stopped and resumed; the class keeps its place, and a repeat leaves no event', async () => {
  const trainingClass = await buildClassWithSession(portal.db);
  const { publishedAt } = trainingClass;
  for (const _ of [1, 2]) {
    const { answer } = await step(calls.stopEnrolment, trainingClass);
    expect(answer).toMatchObject({ state: 'closed', obstacles: { personal: '本課程報名已截止' } });
  }
  expect(await stored(trainingClass)).toMatchObject({ state: 'closed', publishedAt });
  for (const _ of [1, 2])
    expect((await step(calls.resumeEnrolment, trainingClass)).answer.obstacles.personal).toBe(null);
  expect(await stored(trainingClass)).toMatchObject({ state: 'published', publishedAt });
  const history = await portal.call(classHistory, { ...officer, params: { id: String(trainingClass.id) } });
  expect(history.answer.map(({ action }) => action)).toEqual(['class.resume', 'class.stop']);
});

test('a class that is over neither stops nor resumes enrolment', async () => {
  const ended = { startTime: new Date(NOW.getTime() - 2000), endTime: NOW };
  const [open, closed] = [
    await buildClassWithSession(portal.db, ended),
    await buildClassWithSession(portal.db, { ...ended, state: 'closed' }),
  ];
  const steps = [
    [calls.stopEnrolment, open],
    [calls.resumeEnrolment, closed],
  ] as const;
  for (const [endpoint, trainingClass] of steps) {
    const { status, refusal } = await step(endpoint, trainingClass);
    expect([status, refusal.message]).toEqual([422, '課程已結束，不再接受報名']);
  }
  expect((await stored(closed)).state).toBe('closed');
});

test('a class is completed when it is over and everybody has paid and has a result', async () => {
  const coming = await buildClassWithSession(portal.db);
  expect((await step(calls.completeClass, coming)).refusal.message).toBe('課程尚未結束');
  const trainingClass = await buildClass(portal.db, over);
  await register(trainingClass);
  await register(trainingClass, 2);
  expect((await step(calls.completeClass, trainingClass)).refusal.message).toBe('尚有 1 人未登錄成績');
  const done = await buildClass(portal.db, over);
  await register(done, 1);
  for (const state of ['rejected', 'cancelled'] as const)
    await buildRegistration(portal.db, { class: done, account: await buildAccount(portal.db), state });
  const { answer } = await step(calls.completeClass, done);
  expect([answer.state, answer.can.edit.allowed]).toEqual(['completed', false]);
});

test('a class with people who are not reviewed or have not paid is not completed', async () => {
  const trainingClass = await buildClass(portal.db, over);
  for (const state of ['pending', 'unpaid', 'reported'] as const)
    await buildRegistration(portal.db, {
      class: trainingClass,
      account: await buildAccount(portal.db),
      state,
    });
  await register(trainingClass, 1);
  const refused = await step(calls.completeClass, trainingClass);
  expect([refused.status, refused.refusal.message]).toEqual([422, '尚有 3 筆報名未完成審核或繳費']);
  expect((await stored(trainingClass)).state).toBe('published');
});

test.each([
  [calls.stopEnrolment, {}],
  [calls.resumeEnrolment, { state: 'closed' }],
  [calls.withdrawClass, {}],
  [calls.completeClass, over],
] as const)('a class that has changed since it was seen is not changed by $path', async (endpoint, facts) => {
  const trainingClass = await buildClass(portal.db, facts);
  const [change, by] = [{ set: { staffNote: '備註' } }, { actor: 'system', now: NOW } as const];
  await inTransaction(portal.db, (tx) => takeStep(tx, 'postpone', trainingClass, change, by));
  const params = { id: String(trainingClass.id) };
  const { code } = await portal.call(endpoint, { ...officer, params, body: { version: 0 } });
  expect(code).toBe('changed_meanwhile');
  expect((await stored(trainingClass)).state).toBe(trainingClass.state);
});

test.each([
  ['of state', 'stop', { before: { state: 'published', note: 1 }, after: { state: 'closed', note: 2 } }],
  ['that keeps the state', 'postpone', { before: { note: 1 }, after: { note: 2 } }],
] as const)('the event of a step %s', async (_, taken, expected) => {
  const trainingClass = await buildClass(portal.db);
  const values = { set: { staffNote: '備註' }, before: { note: 1 }, after: { note: 2 } };
  const by = { actor: 'system', now: NOW } as const;
  await inTransaction(portal.db, (tx) => takeStep(tx, taken, trainingClass, values, by));
  const [event] = await portal.db
    .select({ before: auditEvents.before, after: auditEvents.after })
    .from(auditEvents)
    .where(and(eq(auditEvents.action, `class.${taken}`), eq(auditEvents.subjectId, trainingClass.id)));
  expect(event).toEqual(expected);
});

test('a change of a class waits for another one, and sees it', async () => {
  const { id } = await buildClass(portal.db);
  const actor = asStaff({ id: 1, name: '周小姐' }, [grant('officer', here.id)]);
  const lock = () => inTransaction(portal.db, (tx) => lockClass(tx, { id, actor, right: 'class.write' }));
  const change = { limitNumber: 33 };
  const locked = await actDuring(
    portal.db,
    (tx) => tx.update(classes).set(change).where(eq(classes.id, id)),
    lock,
  );
  expect(locked).toMatchObject(change);
});
