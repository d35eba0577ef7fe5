import { today } from '@portal/contract/dates';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { subjects } from '../../src/catalogue/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { cancelByStaff } from '../../src/enrolment/on-behalf/cancel-by-staff.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { settlePayment } from '../../src/payment/settle-payment.ts';
import { undoPayment } from '../../src/payment/undo-payment.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { correctResult } from '../../src/training/results/correct-result.ts';
import { publishResults } from '../../src/training/results/publish-results.ts';
import { recordResult } from '../../src/training/results/record-result.ts';
import { saveScores } from '../../src/training/results/save-scores.ts';
import { draftScores, results, scores } from '../../src/training/tables.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildClass, buildCourse } from '../factories/catalogue.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation } from './concurrently.ts';
import { buildCrowd, type Person } from './crowd.ts';

/** How often each race is repeated. */
const ROUNDS = 12;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const staff: Staff = decidingStaff();

interface Scenario {
  readonly classId: number;
  readonly registrationId: number;
  readonly subjectIds: readonly number[];
}

const buildScenario = async (
  account: Person,
  state: 'confirmed' | 'unpaid' = 'confirmed',
): Promise<Scenario> => {
  const { id: courseId } = await buildCourse(db);
  const trainingClass = await buildClass(db, { startTime: new Date(Date.now() - 86_400_000), fee: 1500 });
  const { id } = await buildRegistration(db, { class: trainingClass, account, state });
  const asked = await db
    .select()
    .from(subjects)
    .where(eq(subjects.courseId, courseId))
    .orderBy(asc(subjects.position));
  return { classId: trainingClass.id, registrationId: id, subjectIds: asked.map((subject) => subject.id) };
};

const buildScenarios = async (): Promise<Scenario[]> => {
  const scenarios: Scenario[] = [];
  for (const account of await buildCrowd(db, ROUNDS)) scenarios.push(await buildScenario(account));
  return scenarios;
};

/** Throws the refusal of the first cell or person, as an operation says it. */
const thrown = async (work: Promise<readonly { refusal: Refusal | null }[]>): Promise<void> => {
  const refusal = (await work).find((each) => each.refusal)?.refusal;
  if (refusal) throw refusal;
};

const type =
  (column: number, score: number): Operation<Scenario> =>
  (tx, { classId, registrationId, subjectIds }, now) => {
    const cell = { registrationId, subjectId: subjectIds[column] ?? 0, score, version: 0 };
    return thrown(saveScores(tx, { classId, cells: [cell] }, { actor: staff, now }));
  };
const publish =
  (version: number): Operation<Scenario> =>
  (tx, { classId, registrationId }, now) =>
    thrown(
      publishResults(
        tx,
        { classId, people: [{ registrationId, version, result: 1 }] },
        { actor: staff, now },
      ),
    );
const correct =
  (result: 1 | 2, version = 0): Operation<Scenario> =>
  (tx, { classId, registrationId }, now) =>
    correctResult(
      tx,
      {
        ...{ classId, registrationId, result, scores: [], reason: '重評', version },
        ...{ isDecided: true, decidedReason: '補考' },
      },
      { actor: staff, now },
    );
const callOff: Operation<Scenario> = (tx, { registrationId }, now) =>
  cancelByStaff(tx, { registrationId, reason: '停開' }, { actor: staff, now });

const draftOf = ({ registrationId }: Scenario) =>
  db
    .select({ subjectId: draftScores.subjectId, score: draftScores.score })
    .from(draftScores)
    .where(eq(draftScores.registrationId, registrationId))
    .orderBy(asc(draftScores.subjectId));

const storedResult = async ({ registrationId }: Scenario) =>
  one(await db.select().from(registrations).where(eq(registrations.id, registrationId)));

describe('simultaneous calls', () => {
  test('scores in different cells of one person are both stored', async () => {
    await inTurns(await buildScenarios(), async (scenario, round) => {
      expect(await concurrently(db, [type(0, 80), type(1, 90)], scenario, round)).toEqual(['done', 'done']);
      expect((await draftOf(scenario)).map(({ score }) => score)).toEqual([80, 90]);
      const row = one(
        await db.select().from(results).where(eq(results.registrationId, scenario.registrationId)),
      );
      expect(row.version).toBe(2);
    });
  });

  test('scores in the same cell: one is stored, the other refused', async () => {
    await inTurns(await buildScenarios(), async (scenario, round) => {
      const said = await concurrently(db, [type(0, 80), type(0, 90)], scenario, round);
      expect(said.toSorted()).toEqual(['done', 'score_changed']);
      expect((await draftOf(scenario))[0]?.score).toBe(said[0] === 'done' ? 80 : 90);
    });
  });

  test('a publication and a score: nothing is published that its sender has not seen', async () => {
    await inTurns(await buildScenarios(), async (scenario, round) => {
      const { registrationId, subjectIds } = scenario;
      const by = { version: 1, updatedBy: 'staff:1', updatedAt: new Date() };
      const [subjectId = 0, other = 0] = subjectIds;
      await db.insert(draftScores).values([
        { registrationId, subjectId, score: 80, ...by },
        { registrationId, subjectId: other, score: 80, ...by },
      ]);
      await db.insert(results).values({ registrationId, state: 'draft', ...by });
      const [published, typed] = await concurrently(
        db,
        [
          publish(1),
          (tx, met, now) => {
            const cell = { registrationId, subjectId, score: 10, version: 1 };
            return thrown(saveScores(tx, { classId: met.classId, cells: [cell] }, { actor: staff, now }));
          },
        ],
        scenario,
        round,
      );
      const kept = await db.select().from(scores).where(eq(scores.registrationId, registrationId));
      const outcome = [published, typed, kept.map(({ score }) => score)];
      expect([
        ['done', 'result_published', [80, 80]],
        ['result_changed', 'done', []],
      ]).toContainEqual(outcome);
    });
  });

  test('a publication and a cancellation: only one of the two succeeds', async () => {
    await inTurns(await buildScenarios(), async (scenario, round) => {
      const { registrationId } = scenario;
      const by = { version: 1, updatedBy: 'staff:1', updatedAt: new Date() };
      await db
        .insert(results)
        .values({ registrationId, state: 'draft', decided: 1, reason: '口試通過', ...by });
      const [published, cancelled] = await concurrently(db, [publish(1), callOff], scenario, round);
      const { state, result } = await storedResult(scenario);
      expect([
        ['done', 'staff_cancel_result', 'confirmed', 1],
        ['result_not_confirmed', 'done', 'cancelled', null],
      ]).toContainEqual([published, cancelled, state, result]);
    });
  });
});

const publishedMeetings = async () => {
  const scenarios = await buildScenarios();
  for (const { registrationId } of scenarios)
    await db.transaction((tx) =>
      recordResult(tx, { registrationId, result: 1, scores: [] }, { actor: staff, now: new Date() }),
    );
  return scenarios;
};

describe('undoing a payment', () => {
  interface Paid extends Scenario {
    readonly paymentId: number;
  }

  /** Paid in cash for somebody whose scores are complete, but not published. */
  const buildPaid = async (account: Person): Promise<Paid> => {
    const scenario = await buildScenario(account, 'unpaid');
    const { registrationId, subjectIds } = scenario;
    const received = { method: 'cash', amount: 1500, receivedOn: today(new Date()) } as const;
    const input = { lineIds: [], registrationIds: [registrationId], received, difference: 0, note: null };
    const { id } = await db.transaction((tx) => settlePayment(tx, input, { actor: staff, now: new Date() }));
    const by = { version: 1, updatedBy: 'staff:1', updatedAt: new Date() };
    await db
      .insert(draftScores)
      .values(subjectIds.map((subjectId) => ({ registrationId, subjectId, score: 80, ...by })));
    await db.insert(results).values({ registrationId, state: 'draft', ...by });
    return { ...scenario, paymentId: id };
  };
  const buildAllPaid = async (size: number): Promise<Paid[]> => {
    const paid: Paid[] = [];
    for (const account of await buildCrowd(db, size)) paid.push(await buildPaid(account));
    return paid;
  };
  const undo: Operation<Paid> = (tx, { paymentId }, now) =>
    undoPayment(tx, { paymentId, reason: '對錯人' }, { actor: staff, now });

  test('and publishing its result: only one of the two succeeds', async () => {
    const seen: unknown[] = [];
    await inTurns(await buildAllPaid(ROUNDS), async (paid, round) => {
      const outcomes = await concurrently(db, [publish(1), undo], paid, round);
      const { state, result } = await storedResult(paid);
      seen.push([...outcomes, state, result]);
    });
    const ends = [
      ['done', 'undo_result', 'confirmed', 1],
      ['result_not_confirmed', 'done', 'unpaid', null],
    ];
    for (const end of seen) expect(ends).toContainEqual(end);
    // Both orders must occur; otherwise it was no race.
    expect(seen).toEqual(expect.arrayContaining(ends));
  });

  test('and entering a score: the score stays a draft or is refused', async () => {
    await inTurns(await buildAllPaid(ROUNDS), async (paid, round) => {
      const enter: Operation<Paid> = (tx, { classId, registrationId, subjectIds }, now) => {
        const cell = { registrationId, subjectId: subjectIds[0] ?? 0, score: 90, version: 1 };
        return thrown(saveScores(tx, { classId, cells: [cell] }, { actor: staff, now }));
      };
      const [entered, undone] = await concurrently(db, [enter, undo], paid, round);
      expect(['done', 'result_not_confirmed']).toContain(entered);
      expect(undone).toBe('done');
      expect((await draftOf(paid))[0]?.score).toBe(entered === 'done' ? 90 : 80);
      expect(await storedResult(paid)).toMatchObject({ state: 'unpaid', result: null });
    });
  });

  test('control: reading and then writing gives a result to a person who has not paid', async () => {
    // Drop the last guard, which would refuse the wrong result.
    await db.execute(sql`alter table registrations drop constraint registrations_result`);
    const careless: Operation<Paid> = async (tx, { registrationId: id }) => {
      const [found] = await tx.select().from(registrations).where(eq(registrations.id, id));
      if (found?.state === 'confirmed')
        await tx.update(registrations).set({ result: 1 }).where(eq(registrations.id, id));
    };
    const ends: unknown[] = [];
    await inTurns(await buildAllPaid(6), async (paid, round) => {
      await concurrently(db, [careless, undo], paid, round);
      const { state, result } = await storedResult(paid);
      ends.push([state, result]);
      await db.update(registrations).set({ result: null }).where(eq(registrations.id, paid.registrationId));
    });
    expect(ends).toContainEqual(['unpaid', 1]);
    await db.execute(sql`alter table registrations add constraint registrations_result
      check (result is null or (result in (1, 2) and state = 'confirmed'))`);
  });
});

test('two corrections: one is stored, the other refused', async () => {
  await inTurns(await publishedMeetings(), async (scenario, round) => {
    const said = await concurrently(db, [correct(1, 1), correct(2, 1)], scenario, round);
    expect(said.toSorted()).toEqual(['done', 'result_changed']);
    expect((await storedResult(scenario)).result).toBe(said[0] === 'done' ? 1 : 2);
  });
});

/** A draft of version 1 in which staff decided that the person passed. */
const decidedMeetings = async () => {
  const scenarios = await buildScenarios();
  const by = { version: 1, updatedBy: 'staff:1', updatedAt: new Date() } as const;
  const draft = { state: 'draft', decided: 1, reason: '口試通過', ...by } as const;
  await db.insert(results).values(scenarios.map(({ registrationId }) => ({ registrationId, ...draft })));
  return scenarios;
};

test('a publication and a correction: the correction is later, or is refused', async () => {
  await inTurns(await decidedMeetings(), async (scenario, round) => {
    const said = await concurrently(db, [publish(1), correct(2, 2)], scenario, round);
    const { result } = await storedResult(scenario);
    expect([
      ['done', 'done', 2],
      ['done', 'result_unpublished', 1],
    ]).toContainEqual([...said, result]);
  });
});

test('control: without the lock a correction is lost in a publication', async () => {
  const unguarded: Operation<Scenario> = async (tx, { registrationId }) => {
    const draft = one(await tx.select().from(results).where(eq(results.registrationId, registrationId)));
    if (draft.state !== 'draft') throw new Refusal('result_published');
    await tx
      .update(registrations)
      .set({ result: draft.decided === 1 ? 1 : 2 })
      .where(eq(registrations.id, registrationId));
  };
  let lost = 0;
  const scenarios = await decidedMeetings();
  await inTurns(scenarios, async (scenario, round) => {
    const publishAndCorrect: Operation<Scenario> = async (tx, met, now) => {
      await publish(1)(tx, met, now);
      await correct(2, 2)(tx, met, now);
    };
    const said = await concurrently(db, [publishAndCorrect, unguarded], scenario, round);
    if (said.every((each) => each === 'done') && (await storedResult(scenario)).result === 1) lost += 1;
  });
  // Undoes the unguarded writes.
  const ids = scenarios.map(({ registrationId }) => registrationId);
  await db.execute(sql`
    update registrations g set result = (
      select r.decided from results r where r.registration_id = g.id and r.state <> 'draft')
    where g.id = any(${sql.param(ids)}::bigint[])`);
  expect(lost).toBeGreaterThan(0);
});

test('control: without the lock both corrections succeed', async () => {
  const unguarded =
    (result: 1 | 2): Operation<Scenario> =>
    async (tx, { registrationId }) => {
      const { version } = one(
        await tx.select().from(results).where(eq(results.registrationId, registrationId)),
      );
      if (version !== 1) throw new Refusal('result_changed');
      await tx
        .update(results)
        .set({ decided: result, version: sql`${results.version} + 1` })
        .where(eq(results.registrationId, registrationId));
    };
  let both = 0;
  await inTurns(await publishedMeetings(), async (scenario, round) => {
    const said = await concurrently(db, [unguarded(1), unguarded(2)], scenario, round);
    if (said.every((each) => each === 'done')) both += 1;
  });
  expect(both).toBeGreaterThan(0);
});

test('the data are consistent afterwards', async () => {
  expect(await checkData(db)).toEqual([]);
});
