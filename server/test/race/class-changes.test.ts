import { today } from '@portal/contract/dates';
import { EditedClass } from '@portal/contract/office/classes';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { callOffClass } from '../../src/classes/acts/call-off-class.ts';
import { editClass } from '../../src/classes/acts/edit-class.ts';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { cancelOverdue } from '../../src/enrolment/overdue/cancel-overdue.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import type { State } from '../../src/enrolment/states.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import { allocations, refunds } from '../../src/money/tables.ts';
import { confirmPayment } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { undoPayment } from '../../src/payment/undo-payment.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { recordResult } from '../../src/training/results/record-result.ts';
import { NOW } from '../app.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClassWithSession, classForm } from '../factories/catalogue.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { actDuring } from '../locks.ts';
import { concurrently, inTurns, type Operation, outcome } from './concurrently.ts';
import { deadlocksIn } from './deadlocks.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/* Staff call a class off, or change its fee, while its registrations are reviewed and paid. */

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url, { max: 20 });
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const staff = decidingStaff();

interface Scenario {
  readonly trainingClass: { readonly id: number; readonly code: string };
  readonly id: number;
  readonly accountId: number;
  /** 0 without a payment. */
  readonly paymentId: number;
}

const operations = {
  callOff: (tx, { trainingClass: { id } }, now) =>
    callOffClass(tx, { id, version: 0, reason: 'disaster', text: '颱風' }, { actor: staff, now }),
  confirm: (tx, { id }, now) => confirmPayment(tx, { registrationId: id }, { actor: staff, now }),
  undo: (tx, { paymentId }, now) => undoPayment(tx, { paymentId, reason: '對錯人' }, { actor: staff, now }),
  report: (tx, { trainingClass: { code }, accountId }, now) =>
    reportPayment(
      tx,
      { code, paidTime: today(now), lastFive: '00042', paidMoney: 1500, paidName: '王小明' },
      { actor: proveTrainee({ accountId }), now },
    ),
  reject: (tx, { id }, now) =>
    rejectPayment(tx, { registrationId: id, reason: '查無匯款' }, { actor: staff, now }),
  cancelOverdue: (tx, { id }, now) => cancelOverdue(tx, { registrationId: id }, { actor: staff, now }),
  publish: (tx, { id }, now) =>
    recordResult(tx, { registrationId: id, result: 1, scores: [] }, { actor: staff, now }),
  approve: (tx, { id }, now) => approveRegistration(tx, { registrationId: id }, { actor: staff, now }),
  setFee: (tx, { trainingClass: { id, code } }, now) => {
    const form = z.parse(EditedClass, { ...classForm, code, fee: 2500, version: 0, message: '費用調整' });
    return editClass(tx, { ...form, id }, { actor: staff, now });
  },
} as const satisfies Record<string, Operation<Scenario>>;

type Act = keyof typeof operations;

const buildScenario = async (
  from: State,
  { fee = 1500, hasStarted = false }: { fee?: number; hasStarted?: boolean } = {},
): Promise<Scenario> => {
  const trainingClass = await buildClassWithSession(db, { fee });
  if (hasStarted) await db.update(classes).set({ startTime: NOW }).where(eq(classes.id, trainingClass.id));
  const account = await buildAccount(db);
  const isPaid = from === 'confirmed';
  const seat = { class: trainingClass, account, state: isPaid ? 'unpaid' : from, paymentDue: '2026-11-30' };
  const { id } = await buildRegistration(db, seat);
  const scenario = { trainingClass, id, accountId: account.id, paymentId: 0 };
  if (!isPaid) return scenario;
  await inTransaction(db, (tx) => operations.confirm(tx, scenario, NOW));
  const part = one(await db.select().from(allocations).where(eq(allocations.registrationId, id)));
  return { ...scenario, paymentId: part.paymentId };
};

/** The state with the money that came and counts, and the refunds that are due. */
const stored = async ({ id }: Scenario) => {
  const { state } = one(await db.select().from(registrations).where(eq(registrations.id, id)));
  const live = and(eq(allocations.registrationId, id), eq(allocations.ended, false));
  const [received] = await db
    .select({ sum: sql<number>`coalesce(sum(${allocations.amount}), 0)::int` })
    .from(allocations)
    .where(live);
  const due = await db.select().from(refunds).where(eq(refunds.registrationId, id));
  return {
    state,
    received: received?.sum,
    refunds: due.map(({ amount }) => amount),
  };
};

/** The refunds of a cancelled registration must equal the money received for it. */
const isBalanced = ({ state, received, refunds: due }: Awaited<ReturnType<typeof stored>>): boolean =>
  state !== 'cancelled' || due.reduce((sum, amount) => sum + amount, 0) === received;

/** The refusal that `late` gets if it arrives while `first` is done but not committed. */
const during = (first: Act, late: Act, scenario: Scenario): Promise<string> =>
  actDuring(
    db,
    (tx) => operations[first](tx, scenario, NOW),
    () => outcome(db, (tx) => operations[late](tx, scenario, NOW), scenario),
  );

test.each<[first: Act, late: Act, State, outcome: string, State, received: number, refunds: number[]]>([
  ['confirm', 'callOff', 'unpaid', 'done', 'cancelled', 1500, [1500]],
  ['confirm', 'callOff', 'reported', 'done', 'cancelled', 1500, [1500]],
  ['callOff', 'confirm', 'unpaid', 'registration_unknown', 'cancelled', 0, []],
  ['callOff', 'confirm', 'reported', 'registration_unknown', 'cancelled', 0, []],
  ['undo', 'callOff', 'confirmed', 'done', 'cancelled', 0, []],
  ['callOff', 'undo', 'confirmed', 'undo_state', 'cancelled', 1500, [1500]],
  ['report', 'callOff', 'unpaid', 'done', 'cancelled', 0, []],
  ['callOff', 'report', 'unpaid', 'not_applied', 'cancelled', 0, []],
  ['reject', 'callOff', 'reported', 'done', 'cancelled', 0, []],
  ['callOff', 'reject', 'reported', 'done', 'cancelled', 0, []],
  ['confirm', 'cancelOverdue', 'unpaid', 'overdue_not', 'confirmed', 1500, []],
  ['cancelOverdue', 'confirm', 'unpaid', 'registration_unknown', 'cancelled', 0, []],
])('during %s, %s of a registration that is %s gets %s: %s, received %d, refunds %j', async (...row) => {
  const [first, late, from, outcome, state, received, due] = row;
  const scenario = await buildScenario(from);
  expect(await during(first, late, scenario)).toBe(outcome);
  expect(await stored(scenario)).toEqual({ state, received, refunds: due });
});

test.each<[first: Act, late: Act, outcome: string, State]>([
  ['publish', 'callOff', 'class_has_results', 'confirmed'],
  ['callOff', 'publish', 'registration_unknown', 'cancelled'],
])('during %s, %s of a class that has started gets %s', async (first, late, outcome, end) => {
  const scenario = await buildScenario('confirmed', { hasStarted: true });
  expect(await during(first, late, scenario)).toBe(outcome);
  expect((await stored(scenario)).state).toBe(end);
});

const calledOffTogether = async (at: Database, act: Act, from: State, rounds: number) => {
  const ends: Awaited<ReturnType<typeof stored>>[] = [];
  const scenarios: Scenario[] = [];
  for (let n = 0; n < rounds; n++) scenarios.push(await buildScenario(from));
  await inTurns(scenarios, async (scenario, round) => {
    await concurrently(at, [operations.callOff, operations[act]], scenario, round);
    ends.push(await stored(scenario));
  });
  return ends;
};

test.each<[Act, State]>([
  ['confirm', 'unpaid'],
  ['undo', 'confirmed'],
  ['report', 'unpaid'],
])('calling off and %s at once leave the money right, whoever is first', async (act, from) => {
  const ends = await calledOffTogether(db, act, from, 12);
  expect(ends.filter((end) => end.state !== 'cancelled' || !isBalanced(end))).toEqual([]);
});

/** The fee of the class, and the amount that the letter of the approval names. */
const fees = async ({ trainingClass, accountId }: Scenario) => {
  const { fee } = one(await db.select().from(classes).where(eq(classes.id, trainingClass.id)));
  const approved = and(eq(mails.accountId, accountId), eq(mails.template, 'approved'));
  const [mail] = await db.select().from(mails).where(approved);
  const { dues } = (mail?.data ?? {}) as { dues?: { amount: number } };
  return { fee, asked: dues?.amount ?? 0 };
};

test.each<[first: Act, late: Act, before: number, outcome: string, fee: number, asked: number]>([
  ['approve', 'setFee', 1500, 'class_fee_fixed', 1500, 1500],
  ['setFee', 'approve', 1500, 'done', 2500, 2500],
  ['approve', 'setFee', 0, 'class_fee_fixed', 0, 0],
  ['setFee', 'approve', 0, 'done', 2500, 2500],
])('during %s, %s in a class for %d gets %s: the class asks %d, the letter %d', async (...row) => {
  const [first, late, before, outcome, fee, asked] = row;
  const scenario = await buildScenario('pending', { fee: before });
  expect(await during(first, late, scenario)).toBe(outcome);
  expect(await fees(scenario)).toEqual({ fee, asked });
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectPatiently(database.url, { max: 20 });
});

/* The same races without the locks: they must go wrong, or the tests above prove nothing. */
describe('control, without the locks', () => {
  let withoutGuard: Database;
  // The triggers are off too, because they refuse at the commit what the locks prevent.
  const setTriggers = async (how: 'enable' | 'disable') => {
    for (const table of ['charges', 'allocations', 'refunds'])
      await withoutGuard.execute(sql.raw(`alter table ${table} ${how} trigger ${table}_balance`));
  };
  beforeAll(async () => {
    withoutGuard = connectWithoutGuards(database.url, withoutRowLocks);
    await setTriggers('disable');
  });
  afterAll(async () => {
    await setTriggers('enable');
    await withoutGuard.$client.end();
  });

  test.each<[Act, State]>([
    ['confirm', 'unpaid'],
    ['undo', 'confirmed'],
  ])('calling off and %s leave money that nobody gets back, or a refund of nothing', async (act, from) => {
    const ends = await calledOffTogether(withoutGuard, act, from, 12);
    expect(ends.some((end) => end.state !== 'cancelled' || !isBalanced(end))).toBe(true);
  });

  test('an approval and a new fee leave a letter that names another fee than the class', async () => {
    const ends: Awaited<ReturnType<typeof fees>>[] = [];
    const scenarios: Scenario[] = [];
    for (let n = 0; n < 12; n++) scenarios.push(await buildScenario('pending'));
    await inTurns(scenarios, async (scenario, round) => {
      await concurrently(withoutGuard, [operations.approve, operations.setFee], scenario, round);
      ends.push(await fees(scenario));
    });
    expect(ends).toContainEqual({ fee: 2500, asked: 1500 });
  });
});
