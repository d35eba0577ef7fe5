import { setTimeout as sleep } from 'node:timers/promises';
import { today } from '@portal/contract/dates';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { cancelRegistration } from '../../src/enrolment/seats/cancel-registration.ts';
import { holdsSeat, type State } from '../../src/enrolment/states.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { confirmPayment } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { paymentReportRegistrations, paymentReports } from '../../src/payment/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import { type IdempotencyKey, onceOnly } from '../../src/platform/http/idempotency.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import {
  concurrently,
  connectForRaces,
  inTurns,
  type Operation,
  outcome,
  overlap,
  resultOf,
} from './concurrently.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';

/** How often each race is repeated. */
const ROUNDS = 18;

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
const remittance = { paidTime: today(new Date()), lastFive: '00042', paidMoney: 1500, paidName: '王小明' };

interface Scenario {
  /** The class. */
  readonly classId: number;
  readonly code: string;
  /** The registration, or the first of the group's. */
  readonly id: number;
  readonly accountId: number;
}

const report: Operation<Scenario> = (tx, { code, accountId }, now) =>
  reportPayment(tx, { ...remittance, code }, { actor: proveTrainee({ accountId }), now });
const confirm: Operation<Scenario> = (tx, { id }, now) =>
  confirmPayment(tx, { registrationId: id }, { actor: staff, now });
const reject: Operation<Scenario> = (tx, { id }, now) =>
  rejectPayment(tx, { registrationId: id, reason: '查無匯款' }, { actor: staff, now });
const cancel: Operation<Scenario> = (tx, { code, accountId }, now) =>
  cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId }), now });

const storedState = async ({ id, classId }: Scenario) => {
  const { state } = one(await db.select().from(registrations).where(eq(registrations.id, id)));
  const { number } = one(await db.select().from(classes).where(eq(classes.id, classId)));
  const reports = await db.select().from(paymentReports).where(eq(paymentReports.classId, classId));
  return { state, number, reports: reports.length };
};

const buildScenario = async (account: Person, state: State): Promise<Scenario> => {
  const trainingClass = await buildOpenClass(db, 5);
  const { id } = await buildRegistration(db, { class: trainingClass, account, state });
  return { classId: trainingClass.id, code: trainingClass.code, id, accountId: account.id };
};

/** A class in which all members of a group have to pay, and its managers, the first of whom is the one who acts. */
const buildGroupMeeting = async (managers: readonly Person[], members: readonly Person[]) => {
  const [trainingClass, group] = [await buildOpenClass(db, 20), await buildGroup(db)];
  for (const account of managers) await buildMembership(db, { group, account, role: 'manager' });
  const ids: number[] = [];
  for (const account of members) {
    await buildMembership(db, { group, account });
    ids.push((await buildRegistration(db, { class: trainingClass, account, group, state: 'unpaid' })).id);
  }
  const [id = 0, accountId = 0] = [ids[0], managers[0]?.id];
  return { classId: trainingClass.id, code: trainingClass.code, id, accountId, ids };
};

/** Returns the states before and after each step of the registration. */
const stepsOf = (id: number) =>
  db
    .select({ from: registrationEvents.fromState, to: registrationEvents.toState })
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, id))
    .orderBy(asc(registrationEvents.id));

const buildScenarios = async (rounds: number, state: State): Promise<Scenario[]> => {
  const scenarios: Scenario[] = [];
  for (const account of await buildCrowd(db, rounds)) scenarios.push(await buildScenario(account, state));
  return scenarios;
};

const keyOf = ({ accountId }: Scenario): IdempotencyKey => ({
  field: 'Class',
  owner: `account:${accountId}`,
  key: 'twice',
  route: '/api/class/:code/lastfive',
  inputHash: 'same',
});

/** The same report twice at once, as a double click sends it, with a key or without. */
const twice = (scenario: Scenario, key: IdempotencyKey | null): Promise<string[]> => {
  const send = () => resultOf(onceOnly(db, key, new Date(), (tx) => report(tx, scenario, new Date())));
  return Promise.all([send(), send()]);
};

describe('two simultaneous reports', () => {
  test('with the same key are stored once', async () => {
    for (const scenario of await buildScenarios(ROUNDS, 'unpaid')) {
      const outcomes = await twice(scenario, keyOf(scenario));
      expect([
        ['done', 'done'],
        ['done', 'in_flight'],
        ['in_flight', 'done'],
      ]).toContainEqual(outcomes);
      expect(await storedState(scenario)).toEqual({ state: 'reported', number: 1, reports: 1 });
    }
  });

  test('with different keys are both stored, and the registration is reported', async () => {
    for (const scenario of await buildScenarios(ROUNDS, 'unpaid')) {
      expect(await twice(scenario, null)).toEqual(['done', 'done']);
      expect(await storedState(scenario)).toEqual({ state: 'reported', number: 1, reports: 2 });
    }
  });

  test('of two managers of a group cover every unpaid seat, with consecutive events', async () => {
    const people = await buildCrowd(db, 8);
    const [first, second, ...members] = people;
    if (!first || !second) throw new Error('no managers');
    for (let round = 0; round < 6; round++) {
      const { ids, ...scenario } = await buildGroupMeeting([first, second], members);
      const outcomes = await Promise.all(
        [first, second].map(({ id: accountId }) => outcome(db, report, { ...scenario, accountId })),
      );
      expect(outcomes).toEqual(['done', 'done']);
      expect(await storedState(scenario)).toEqual({ state: 'reported', number: 6, reports: 2 });
      const covered = await db
        .select({ reportId: paymentReports.id, registrationId: paymentReportRegistrations.registrationId })
        .from(paymentReports)
        .innerJoin(paymentReportRegistrations, eq(paymentReportRegistrations.reportId, paymentReports.id))
        .where(eq(paymentReports.classId, scenario.classId));
      for (const seats of Map.groupBy(covered, ({ reportId }) => reportId).values()) {
        expect(seats.map(({ registrationId }) => registrationId).sort((a, b) => a - b)).toEqual(ids);
      }
      for (const id of ids) {
        expect((await stepsOf(id)).slice(1)).toEqual([
          { from: 'unpaid', to: 'reported' },
          { from: 'reported', to: 'reported' },
        ]);
      }
    }
  });
});

test('a report, a confirmation and a cancellation end in an allowed state with the right number of seats', async () => {
  const seen = new Set<State>();
  const scenarios = await buildScenarios(ROUNDS, 'unpaid');
  await inTurns(scenarios, async (scenario, round) => {
    const [reported, confirmed, cancelled] = await concurrently(
      db,
      [report, confirm, cancel],
      scenario,
      round,
    );
    const { state, number, reports } = await storedState(scenario);
    seen.add(state);
    expect(number).toBe(holdsSeat(state) ? 1 : 0);
    expect(reports).toBe(reported === 'done' ? 1 : 0);
    expect([
      ['done', 'done', 'cancel_under_review', 'confirmed'],
      ['done', 'done', 'cancel_after_paying', 'confirmed'],
      ['payment_confirmed', 'done', 'cancel_after_paying', 'confirmed'],
      ['not_applied', 'registration_unknown', 'done', 'cancelled'],
    ]).toContainEqual([reported, confirmed, cancelled, state]);
  });
  // Both orders must occur; otherwise it was no race.
  expect([...seen].sort()).toEqual(['cancelled', 'confirmed']);
});

test('a corrected report, a confirmation and a rejection end confirmed in any order', async () => {
  const [corrections, rejections] = [new Set<unknown>(), new Set<unknown>()];
  const scenarios = await buildScenarios(ROUNDS, 'reported');
  await inTurns(scenarios, async (scenario, round) => {
    const [reported, confirmed, rejected] = await concurrently(
      db,
      [report, confirm, reject],
      scenario,
      round,
    );
    const { state, number } = await storedState(scenario);
    expect([state, number, confirmed]).toEqual(['confirmed', 1, 'done']);
    corrections.add(reported);
    rejections.add(rejected);
  });
  // No other results may occur, and both must: otherwise it was no race.
  expect(corrections).toEqual(new Set(['done', 'payment_confirmed']));
  expect(rejections).toEqual(new Set(['done', 'payment_confirmed']));
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectForRaces(database.url);
});

/* The same races with a report that reads first and then writes: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  const careless: Operation<Scenario> = async (tx, { id }) => {
    const { rows } = await tx.execute<{ state: State }>(
      sql`select state from registrations where id = ${id}`,
    );
    if (!['unpaid', 'reported'].includes(rows[0]?.state ?? '')) throw new Refusal('payment_confirmed');
    await tx.execute(sql`update registrations set state = 'reported' where id = ${id}`);
  };

  test('a report overwrites a confirmation or a cancellation', async () => {
    const [confirmed, cancelled] = await buildScenarios(2, 'unpaid');
    if (!confirmed || !cancelled) throw new Error('no scenarios');
    expect(await overlap(db, [confirm, careless], confirmed)).toEqual(['done', 'done']);
    expect((await storedState(confirmed)).state).toBe('reported');
    expect(await overlap(db, [cancel, careless], cancelled)).toEqual(['done', 'done']);
    expect((await checkData(db)).map(({ rule }) => rule)).toContain('seats_counted');
  });

  test('reading before reporting leaves events of two managers that do not follow each other', async () => {
    const [first, second, ...members] = await buildCrowd(db, 4);
    if (!first || !second) throw new Error('no managers');
    const { ids } = await buildGroupMeeting([first, second], members);
    const carelessly = async (manager: Person) => {
      const unpaid = inArray(registrations.id, ids);
      const seats = await db.select().from(registrations).where(unpaid);
      await sleep(20);
      await db.update(registrations).set({ state: 'reported' }).where(unpaid);
      const told = { at: new Date(), actor: `account:${manager.id}`, action: 'payment.report' as const };
      await db.insert(registrationEvents).values(
        seats.map(({ id, state }) => ({
          ...told,
          registrationId: id,
          fromState: state,
          toState: 'reported' as const,
        })),
      );
    };
    await Promise.all([carelessly(first), carelessly(second)]);
    for (const id of ids) {
      expect((await stepsOf(id)).slice(1)).toEqual([
        { from: 'unpaid', to: 'reported' },
        { from: 'unpaid', to: 'reported' },
      ]);
    }
  });

  test('a double click creates two reports', async () => {
    const [scenario] = await buildScenarios(1, 'unpaid');
    if (!scenario) throw new Error('no scenario');
    await twice(scenario, null);
    expect((await storedState(scenario)).reports).toBe(2);
  });
});
