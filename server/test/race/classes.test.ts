import { isoTaipei } from '@portal/contract/dates';
import { EditedClass } from '@portal/contract/office/classes';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { callOffClass } from '../../src/classes/acts/call-off-class.ts';
import { editClass } from '../../src/classes/acts/edit-class.ts';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { SEAT_STATES } from '../../src/enrolment/states.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { one } from '../factories/one.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation } from './concurrently.ts';
import { buildCrowd, buildOpenClass } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';

/* Staff change a class while trainees enrol in it. */

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

const staff = decidingStaff();

type TrainingClass = Awaited<ReturnType<typeof buildOpenClass>>;

interface Scenario {
  readonly trainingClass: TrainingClass;
  readonly accountId: number;
}

/** Somebody who wants to enrol in a class of two seats, of which one is taken. */
const buildScenarios = async (size: number): Promise<Scenario[]> => {
  const crowd = await buildCrowd(db, 2 * size);
  const scenarios: Scenario[] = [];
  for (let n = 0; n < size; n += 1) {
    const [seated, comer] = [crowd[2 * n], crowd[2 * n + 1]];
    if (!seated || !comer) throw new Error('nobody came');
    const trainingClass = await buildOpenClass(db, 2);
    await db.transaction((tx) => enrolment(tx, { trainingClass, accountId: seated.id }, new Date()));
    scenarios.push({ trainingClass, accountId: comer.id });
  }
  return scenarios;
};

const enrolment: Operation<Scenario> = (tx, { trainingClass: { code }, accountId }, now) =>
  enrol(tx, { code }, { actor: proveTrainee({ accountId }), now });

const lowering: Operation<Scenario> = (tx, { trainingClass }, now) => {
  const start = isoTaipei(trainingClass.startTime);
  const { id, code, place, contactName, contactPhone, fee, paymentDays, personalAllow, groupAllow } =
    trainingClass;
  const form = z.parse(EditedClass, {
    ...{ code, place, contactName, contactPhone, fee, paymentDays, personalAllow, groupAllow },
    ...{ limitNumber: 1, version: 0, message: '名額調整' },
    sessions: [{ date: start.slice(0, 10), from: start.slice(11, 16), to: '23:59' }],
  });
  return editClass(tx, { ...form, id }, { actor: staff, now });
};

const callingOff: Operation<Scenario> = (tx, { trainingClass: { id } }, now) =>
  callOffClass(tx, { id, version: 0, reason: 'disaster', text: '颱風' }, { actor: staff, now });

const stored = async ({ trainingClass: { id } }: Scenario) => {
  const { number, limitNumber, state } = one(await db.select().from(classes).where(eq(classes.id, id)));
  const live = and(eq(registrations.classId, id), inArray(registrations.state, [...SEAT_STATES]));
  return { number, limitNumber, state, held: await db.$count(registrations, live) };
};

test('of lowering the seats and taking one, only one succeeds', async () => {
  const seen: unknown[] = [];
  await inTurns(await buildScenarios(ROUNDS), async (scenario, round) => {
    const outcomes = await concurrently(db, [lowering, enrolment], scenario, round);
    const { number, limitNumber, held } = await stored(scenario);
    seen.push([...outcomes, number, limitNumber, held]);
  });
  const ends = [
    ['done', 'class_full', 1, 1, 1],
    ['class_seats_held', 'done', 2, 2, 2],
  ];
  for (const end of seen) expect(ends).toContainEqual(end);
  // Both orders must occur; otherwise it was no race.
  expect(seen).toEqual(expect.arrayContaining(ends));
});

test('nobody keeps a seat in a class that is called off', async () => {
  const seen: unknown[] = [];
  await inTurns(await buildScenarios(ROUNDS), async (scenario, round) => {
    const outcomes = await concurrently(db, [callingOff, enrolment], scenario, round);
    const { number, state, held } = await stored(scenario);
    expect([number, state, held]).toEqual([0, 'cancelled', 0]);
    seen.push(outcomes);
  });
  expect(seen).toEqual(expect.arrayContaining([['done', 'done']]));
  expect(seen.some((outcomes) => `${outcomes}` !== 'done,done')).toBe(true);
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectForRaces(database.url);
});

/* The same races with steps that read first and then write: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  test('the seats are lowered below the number of those taken', async () => {
    // Drop the last guard, which would refuse the wrong number of seats.
    await db.execute(sql`alter table classes drop constraint classes_number`);
    const careless: Operation<Scenario> = async (tx, { trainingClass: { id } }) => {
      const [found] = await tx.select({ number: classes.number }).from(classes).where(eq(classes.id, id));
      if (found?.number === 1) await tx.update(classes).set({ limitNumber: 1 }).where(eq(classes.id, id));
    };
    const ends: unknown[] = [];
    await inTurns(await buildScenarios(6), async (scenario, round) => {
      await concurrently(db, [careless, enrolment], scenario, round);
      const { number, limitNumber } = await stored(scenario);
      ends.push([number, limitNumber]);
    });
    expect(ends).toContainEqual([2, 1]);
  });

  test('somebody keeps a seat in a class that is called off', async () => {
    const careless: Operation<Scenario> = async (tx, { trainingClass: { id } }) => {
      const seats = await tx.select().from(registrations).where(eq(registrations.classId, id));
      const ids = seats.map((seat) => seat.id);
      await tx.update(registrations).set({ state: 'cancelled' }).where(inArray(registrations.id, ids));
      const over = { state: 'cancelled', publishedAt: null, callOffReason: 'disaster' } as const;
      await tx
        .update(classes)
        .set({ ...over, number: sql`${classes.number} - ${ids.length}` })
        .where(eq(classes.id, id));
    };
    const held: number[] = [];
    await inTurns(await buildScenarios(6), async (scenario, round) => {
      await concurrently(db, [careless, enrolment], scenario, round);
      held.push((await stored(scenario)).held);
    });
    expect(held).toContain(1);
  });
});
