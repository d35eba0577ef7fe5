import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass, buildCourse, buildOrganization } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { decidingStaff } from '../../../test/factories/staff.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { subjects } from '../../catalogue/tables.ts';
import { lockInClass } from '../../enrolment/lock-registrations.ts';
import { transferSeat } from '../../enrolment/seats/seats.ts';
import type { State } from '../../enrolment/states.ts';
import { registrationEvents, registrations } from '../../enrolment/tables.ts';
import { inTransaction } from '../../platform/database/database.ts';
import type { Staff } from '../../staff/actors.ts';
import { draftScores, results, scores } from '../tables.ts';
import { recordResult } from './record-result.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const headquarters: Staff = decidingStaff();

const build = async (state: State = 'confirmed', startTime = NOW) => {
  const trainingClass = await buildClass(portal.db, { startTime });
  const [written, practical] = await portal.db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, trainingClass.courseId))
    .orderBy(asc(subjects.id));
  if (!written || !practical) throw new Error('no subjects');
  const account = await buildAccount(portal.db);
  const registration = await buildRegistration(portal.db, { class: trainingClass, account, state });
  return { trainingClass, registration, written: written.id, practical: practical.id };
};

const record = (
  { id }: { id: number },
  outcome: { result: 1 | 2; scores: { subjectId: number; score: number }[] },
  staff = headquarters,
) =>
  inTransaction(portal.db, (tx) =>
    recordResult(tx, { registrationId: id, ...outcome }, { actor: staff, now: NOW }),
  );

const recorded = async ({ id }: { id: number }) => {
  const [registration] = await portal.db.select().from(registrations).where(eq(registrations.id, id));
  const rows = await portal.db
    .select()
    .from(scores)
    .where(eq(scores.registrationId, id))
    .orderBy(asc(scores.subjectId));
  return { result: registration?.result, scores: rows.map(({ subjectId, score }) => [subjectId, score]) };
};

const nothing = { result: null, scores: [] };

test('result and scores are recorded from the start of the class on', async () => {
  const { registration, written, practical } = await build();
  await record(registration, {
    result: 1,
    scores: [
      { subjectId: practical, score: 100 },
      { subjectId: written, score: 88.5 },
    ],
  });
  expect(await recorded(registration)).toEqual({
    result: 1,
    scores: [
      [written, 88.5],
      [practical, 100],
    ],
  });
  const events = await portal.db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, registration.id))
    .orderBy(asc(registrationEvents.id));
  expect(events.at(-1)).toMatchObject({
    actor: 'staff:1',
    action: 'training.result',
    fromState: 'confirmed',
    toState: 'confirmed',
    data: { result: 1 },
  });
});

test('a correction replaces result and scores', async () => {
  const { registration, written, practical } = await build();
  await record(registration, { result: 1, scores: [{ subjectId: written, score: 90 }] });
  await record(registration, { result: 2, scores: [{ subjectId: practical, score: 0 }] });
  expect(await recorded(registration)).toEqual({ result: 2, scores: [[practical, 0]] });
});

test('a correction leaves the scores of others', async () => {
  const [mine, theirs] = [await build(), await build()];
  await record(theirs.registration, { result: 1, scores: [{ subjectId: theirs.written, score: 90 }] });
  await record(mine.registration, { result: 1, scores: [{ subjectId: mine.written, score: 80 }] });
  expect(await recorded(theirs.registration)).toEqual({ result: 1, scores: [[theirs.written, 90]] });
});

test('a result ends the drafts of its person alone, and a correction keeps the time of publication', async () => {
  const [mine, theirs] = [await build(), await build()];
  const changed = { version: 1, updatedBy: 'staff:1', updatedAt: NOW };
  for (const { registration, written } of [mine, theirs]) {
    const cell = { registrationId: registration.id, subjectId: written, score: 80 };
    await portal.db.insert(draftScores).values({ ...cell, ...changed });
  }
  const outcome = { registrationId: mine.registration.id, result: 1, scores: [] } as const;
  const later = new Date(NOW.getTime() + 1000);
  for (const now of [NOW, later])
    await inTransaction(portal.db, (tx) => recordResult(tx, outcome, { actor: headquarters, now }));
  const left = await portal.db.select().from(draftScores);
  expect(left.map(({ registrationId }) => registrationId)).toEqual([theirs.registration.id]);
  const own = eq(results.registrationId, mine.registration.id);
  expect(await portal.db.select().from(results).where(own)).toMatchObject([
    { state: 'corrected', publishedAt: NOW, updatedAt: later, version: 2 },
  ]);
});

test('a result may stand without scores', async () => {
  const { registration } = await build();
  await record(registration, { result: 2, scores: [] });
  expect(await recorded(registration)).toEqual({ result: 2, scores: [] });
});

test('nothing is recorded before the class starts', async () => {
  const { registration } = await build('confirmed', new Date(NOW.getTime() + 1));
  await expect(record(registration, { result: 1, scores: [] })).rejects.toMatchObject({
    code: 'result_before_start',
  });
  expect(await recorded(registration)).toEqual(nothing);
});

test.each([
  ['pending', 'result_not_confirmed'],
  ['rejected', 'result_not_confirmed'],
  ['unpaid', 'result_not_confirmed'],
  ['reported', 'result_not_confirmed'],
  ['cancelled', 'registration_unknown'],
] as const)('a %s registration gets no result', async (state, code) => {
  const { registration, written } = await build(state);
  const outcome = { result: 1 as const, scores: [{ subjectId: written, score: 90 }] };
  await expect(record(registration, outcome)).rejects.toMatchObject({ code });
  expect(await recorded(registration)).toEqual(nothing);
});

test('a result does not follow a person who moves to another class meanwhile', async () => {
  const { trainingClass, registration } = await build();
  const other = await buildClass(portal.db);
  const { id, classId } = registration;
  const data = { from: trainingClass.code, to: other.code, difference: 0, owed: 0 };
  let recording: Promise<void> | undefined;
  await inTransaction(portal.db, async (tx) => {
    const locked = one(await lockInClass(tx, classId, [id]));
    await transferSeat(
      tx,
      { locked, to: other.id, step: 'move_class' },
      { actor: headquarters, now: NOW, data },
    );
    recording = record(registration, { result: 1, scores: [] });
    recording.catch(() => {});
    await untilWaiting(portal.db, recording);
  });
  await expect(recording).rejects.toMatchObject({ code: 'review_conflict' });
  expect(await recorded(registration)).toEqual(nothing);
});

describe('scores are refused', () => {
  test.each([
    ['below 0', -1],
    ['above the full score', 100.5],
    ['finer than a tenth', 88.55],
    ['which are no number', Number.NaN],
  ])('%s', async (_, score) => {
    const { registration, written } = await build();
    const outcome = { result: 1 as const, scores: [{ subjectId: written, score }] };
    await expect(record(registration, outcome)).rejects.toMatchObject({ code: 'result_scores' });
    expect(await recorded(registration)).toEqual(nothing);
  });

  test('for a subject of another course', async () => {
    const { registration } = await build();
    const other = await buildCourse(portal.db, { code: 'FA1', chineseName: '初級急救訓練' });
    const [foreign] = await portal.db.select().from(subjects).where(eq(subjects.courseId, other.id));
    const outcome = { result: 1 as const, scores: [{ subjectId: foreign?.id ?? 0, score: 80 }] };
    await expect(record(registration, outcome)).rejects.toMatchObject({ code: 'result_scores' });
  });

  test('for a subject named twice', async () => {
    const { registration, written } = await build();
    const score = { subjectId: written, score: 80 };
    await expect(record(registration, { result: 1, scores: [score, score] })).rejects.toMatchObject({
      code: 'result_scores',
    });
  });
});

test('staff of another organisation find nothing', async () => {
  const { registration } = await build();
  const elsewhere = await buildOrganization(portal.db, { code: 'KHH', name: '高雄市分會' });
  const staff = decidingStaff(elsewhere.id, 7);
  await expect(record(registration, { result: 1, scores: [] }, staff)).rejects.toMatchObject({
    code: 'registration_unknown',
  });
  expect(await recorded(registration)).toEqual(nothing);
});
