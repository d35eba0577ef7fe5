import { today } from '@portal/contract/dates';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { cancelByStaff } from '../../src/enrolment/on-behalf/cancel-by-staff.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { rejectRegistration } from '../../src/enrolment/review/reject-registration.ts';
import { reopenRegistration } from '../../src/enrolment/review/reopen-registration.ts';
import { cancelRegistration } from '../../src/enrolment/seats/cancel-registration.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { moveRegistration } from '../../src/enrolment/seats/move-registration.ts';
import { holdsSeat, SEAT_STATES, type State } from '../../src/enrolment/states.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { enrolMembers } from '../../src/groups/enrol-members.ts';
import { mails } from '../../src/mail/tables.ts';
import { confirmPayment } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { asManaged, buildGroup, buildMembership } from '../factories/group.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, inTurns, type Operation, outcome, overlap } from './concurrently.ts';
import { buildCrowd, buildOpenClass } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

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
const remittance = { paidTime: today(new Date()), lastFive: '00042', paidMoney: 1500, paidName: '王小明' };

interface Scenario {
  readonly id: number;
  readonly code: string;
  readonly accountId: number;
}

const operations = {
  approve: (tx, { id }, now) => approveRegistration(tx, { registrationId: id }, { actor: staff, now }),
  refuse: (tx, { id }, now) =>
    rejectRegistration(tx, { registrationId: id, reason: '資格不符' }, { actor: staff, now }),
  reopen: (tx, { id }, now) =>
    reopenRegistration(tx, { registrationId: id, reason: '文件已補齊' }, { actor: staff, now }),
  cancelByStaff: (tx, { id }, now) =>
    cancelByStaff(tx, { registrationId: id, reason: '課程調整' }, { actor: staff, now }),
  enrol: (tx, { code, accountId }, now) => enrol(tx, { code }, { actor: proveTrainee({ accountId }), now }),
  cancel: (tx, { code, accountId }, now) =>
    cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId }), now }),
  report: (tx, { code, accountId }, now) =>
    reportPayment(tx, { ...remittance, code }, { actor: proveTrainee({ accountId }), now }),
  confirm: (tx, { id }, now) => confirmPayment(tx, { registrationId: id }, { actor: staff, now }),
  reject: (tx, { id }, now) =>
    rejectPayment(tx, { registrationId: id, reason: '查無匯款' }, { actor: staff, now }),
} as const satisfies Record<string, Operation<Scenario>>;

/** The legal outcomes, as `first second → state`, for either order of both steps. */
type Ends = readonly (readonly [first: string, second: string, end: State])[];

const pairs: readonly (readonly [keyof typeof operations, keyof typeof operations, State, Ends])[] = [
  [
    'cancel',
    'confirm',
    'unpaid',
    [
      ['done', 'registration_unknown', 'cancelled'],
      ['cancel_after_paying', 'done', 'confirmed'],
    ],
  ],
  [
    'approve',
    'cancel',
    'pending',
    [
      ['done', 'done', 'cancelled'],
      ['registration_unknown', 'done', 'cancelled'],
    ],
  ],
  [
    'refuse',
    'cancel',
    'pending',
    [
      ['done', 'done', 'cancelled'],
      ['registration_unknown', 'done', 'cancelled'],
    ],
  ],
  [
    'approve',
    'refuse',
    'pending',
    [
      ['done', 'done', 'rejected'],
      ['review_conflict', 'done', 'rejected'],
    ],
  ],
  [
    'approve',
    'confirm',
    'pending',
    [
      ['done', 'done', 'confirmed'],
      ['done', 'payment_not_approved', 'unpaid'],
    ],
  ],
  [
    'approve',
    'cancelByStaff',
    'pending',
    [
      ['done', 'done', 'cancelled'],
      ['registration_unknown', 'done', 'cancelled'],
    ],
  ],
  [
    'refuse',
    'cancelByStaff',
    'pending',
    [
      ['done', 'review_conflict', 'rejected'],
      ['registration_unknown', 'done', 'cancelled'],
    ],
  ],
  [
    'confirm',
    'cancelByStaff',
    'reported',
    [
      ['done', 'done', 'cancelled'],
      ['registration_unknown', 'done', 'cancelled'],
    ],
  ],
  [
    'report',
    'reject',
    'reported',
    [
      ['done', 'done', 'unpaid'],
      ['done', 'done', 'reported'],
    ],
  ],
  [
    'report',
    'cancel',
    'unpaid',
    [
      ['done', 'cancel_under_review', 'reported'],
      ['not_applied', 'done', 'cancelled'],
    ],
  ],
  [
    'confirm',
    'reject',
    'reported',
    [
      ['done', 'payment_confirmed', 'confirmed'],
      ['done', 'done', 'confirmed'],
    ],
  ],
  [
    'confirm',
    'refuse',
    'unpaid',
    [
      ['done', 'review_conflict', 'confirmed'],
      ['payment_not_approved', 'done', 'rejected'],
    ],
  ],
];

const storedState = async ({ id, code }: Scenario) => {
  const { state } = one(
    await db.select({ state: registrations.state }).from(registrations).where(eq(registrations.id, id)),
  );
  const { number } = one(
    await db.select({ number: classes.number }).from(classes).where(eq(classes.code, code)),
  );
  return { state, number };
};

/** So many registrations in `state`, each alone in its class. */
const buildScenarios = async (size: number, state: State): Promise<Scenario[]> => {
  const scenarios: Scenario[] = [];
  for (const account of await buildCrowd(db, size)) {
    const trainingClass = await buildOpenClass(db, 5);
    const { id } = await buildRegistration(db, { class: trainingClass, account, state });
    scenarios.push({ id, code: trainingClass.code, accountId: account.id });
  }
  return scenarios;
};

test.each(pairs)(
  '%s and %s of a registration that is %s end in an allowed state in any order',
  async (one, other, from, ends) => {
    const seen: string[][] = [];
    await inTurns(await buildScenarios(ROUNDS, from), async (scenario, round) => {
      const outcomes = await concurrently(db, [operations[one], operations[other]], scenario, round);
      const { state, number } = await storedState(scenario);
      expect(ends).toContainEqual([...outcomes, state]);
      expect(number).toBe(holdsSeat(state) ? 1 : 0);
      seen.push([...outcomes, state]);
    });
    // Both orders must occur; otherwise it was no race.
    expect(seen).toEqual(expect.arrayContaining([...ends]));
  },
);

/** The templates of the mails to the person, in alphabetical order. */
const mailsTo = async ({ accountId }: Scenario) => {
  const queued = await db
    .select()
    .from(mails)
    .where(eq(mails.accountId, accountId))
    .orderBy(asc(mails.template));
  return queued.map(({ template }) => template);
};

test.each<
  [keyof typeof operations, keyof typeof operations, State, outcome: string, end: State, mailed: string[]]
>([
  ['approve', 'confirm', 'pending', 'done', 'confirmed', ['approved', 'payment_confirmed']],
  ['approve', 'refuse', 'pending', 'done', 'rejected', ['approved', 'rejected']],
  ['refuse', 'approve', 'pending', 'review_conflict', 'rejected', ['rejected']],
  ['reject', 'refuse', 'reported', 'done', 'rejected', ['payment_rejected', 'rejected']],
  ['confirm', 'reject', 'reported', 'payment_confirmed', 'confirmed', ['payment_confirmed']],
  ['refuse', 'cancelByStaff', 'pending', 'review_conflict', 'rejected', ['rejected']],
  ['cancelByStaff', 'approve', 'pending', 'registration_unknown', 'cancelled', ['cancelled_by_staff']],
  ['cancelByStaff', 'cancel', 'unpaid', 'done', 'cancelled', ['cancelled_by_staff']],
  ['refuse', 'cancel', 'pending', 'done', 'cancelled', ['rejected']],
])('during %s, %s waits and then sees the result', async (one, other, from, outcome, end, mailed) => {
  const [scenario] = await buildScenarios(1, from);
  if (!scenario) throw new Error('no scenario');
  expect(await overlap(db, [operations[one], operations[other]], scenario)).toEqual(['done', outcome]);
  expect((await storedState(scenario)).state).toBe(end);
  expect(await mailsTo(scenario)).toEqual(mailed);
});

describe('two officers who have seen the same registration', () => {
  const colleague = decidingStaff(null, 2);
  const seen = { version: 0 };
  const approveSeen: Operation<Scenario> = (tx, { id }, now) =>
    approveRegistration(tx, { registrationId: id, ...seen }, { actor: staff, now });
  const approveToo: Operation<Scenario> = (tx, { id }, now) =>
    approveRegistration(tx, { registrationId: id, ...seen }, { actor: colleague, now });
  const rejectSeen: Operation<Scenario> = (tx, { id }, now) =>
    rejectRegistration(tx, { registrationId: id, reason: '資格不符', ...seen }, { actor: colleague, now });
  const cancelSeen: Operation<Scenario> = (tx, { id }, now) =>
    cancelByStaff(tx, { registrationId: id, reason: '課程調整', ...seen }, { actor: colleague, now });

  const eventsOf = async ({ id }: Scenario) => {
    const rows = await db
      .select({ action: registrationEvents.action, at: registrationEvents.at })
      .from(registrationEvents)
      .where(eq(registrationEvents.registrationId, id))
      .orderBy(asc(registrationEvents.id));
    return rows.slice(1);
  };

  test.each([
    ['approve', 'reject', approveSeen, rejectSeen],
    ['approve', 'approve', approveSeen, approveToo],
    ['approve', 'cancel', approveSeen, cancelSeen],
  ] as const)('%s and %s: one decides, the other is told of it', async (_, __, one, other) => {
    const winners = new Set<number>();
    await inTurns(await buildScenarios(ROUNDS, 'pending'), async (scenario, round) => {
      const outcomes = await concurrently(db, [one, other], scenario, round);
      expect(outcomes.toSorted()).toEqual(['changed_meanwhile', 'done']);
      expect([(await eventsOf(scenario)).length, (await mailsTo(scenario)).length]).toEqual([1, 1]);
      winners.add(outcomes.indexOf('done'));
    });
    expect(winners).toEqual(new Set([0, 1]));
  });

  test('control: without the row locks both decide', async () => {
    // The events of both decisions would stay in the database: use another one.
    const own = await createTestDatabase();
    const withoutGuard = connectWithoutGuards(own.url, withoutRowLocks);
    const both: string[] = [];
    for (const account of await buildCrowd(withoutGuard, 4)) {
      const trainingClass = await buildOpenClass(withoutGuard, 5);
      const { id } = await buildRegistration(withoutGuard, { class: trainingClass, account });
      const scenario = { id, code: trainingClass.code, accountId: account.id };
      const outcomes = [approveSeen, approveToo].map((operation) =>
        outcome(withoutGuard, operation, scenario),
      );
      both.push((await Promise.all(outcomes)).join());
    }
    await withoutGuard.$client.end();
    await own.drop();
    expect(both).toContain('done,done');
  });

  test('the history of two decisions is in the order of the commits', async () => {
    const [scenario] = await buildScenarios(1, 'pending');
    if (!scenario) throw new Error('no scenario');
    const asked = new Date();
    await inTransaction(db, (tx) => operations.approve(tx, scenario, new Date(asked.getTime() + 5000)));
    await inTransaction(db, (tx) => operations.refuse(tx, scenario, asked));
    const [approval, rejection] = await eventsOf(scenario);
    expect(rejection?.action).toBe('registration.reject');
    expect(Number(rejection?.at)).toBeGreaterThanOrEqual(Number(approval?.at));
  });
});

describe('the last seat', () => {
  const numberOf = async ({ id }: { id: number }) =>
    one(await db.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;
  const heldIn = ({ id }: { id: number }) =>
    db.$count(
      registrations,
      and(eq(registrations.classId, id), inArray(registrations.state, [...SEAT_STATES])),
    );

  interface LastSeat {
    /** Rejected in the wanted class, or seated in another one. */
    readonly id: number;
    readonly wanted: { readonly id: number; readonly code: string };
    readonly stranger: number;
  }

  const buildLastSeats = async (from: 'rejected' | 'elsewhere'): Promise<LastSeat[]> => {
    const crowd = await buildCrowd(db, 2 * ROUNDS);
    const seats: LastSeat[] = [];
    for (let n = 0; n < ROUNDS; n++) {
      const wanted = await buildOpenClass(db, 1);
      const [account, stranger] = [crowd[2 * n], crowd[2 * n + 1]];
      if (!account || !stranger) throw new Error('nobody came');
      const elsewhere = from === 'rejected' ? wanted : await buildOpenClass(db, 5);
      const state = from === 'rejected' ? 'rejected' : 'confirmed';
      const { id } = await buildRegistration(db, { class: elsewhere, account, state });
      seats.push({ id, wanted, stranger: stranger.id });
    }
    return seats;
  };

  const enrolStranger: Operation<LastSeat> = (tx, { wanted: { code }, stranger }, now) =>
    enrol(tx, { code }, { actor: proveTrainee({ accountId: stranger }), now });

  test.each<['reopening' | 'a move', 'rejected' | 'elsewhere', Operation<LastSeat>]>([
    [
      'reopening',
      'rejected',
      (tx, scenario, now) => operations.reopen(tx, { ...scenario, code: '', accountId: 0 }, now),
    ],
    [
      'a move',
      'elsewhere',
      (tx, { id, wanted: { code } }, now) =>
        moveRegistration(
          tx,
          { registrationId: id, code, difference: 0, reason: null },
          { actor: staff, now },
        ),
    ],
  ])('goes either to %s or to an enrolment', async (_, from, operation) => {
    const seen: string[][] = [];
    await inTurns(await buildLastSeats(from), async (scenario, round) => {
      const outcomes = await concurrently(db, [operation, enrolStranger], scenario, round);
      expect(outcomes.filter((each) => each === 'done')).toHaveLength(1);
      expect([await numberOf(scenario.wanted), await heldIn(scenario.wanted)]).toEqual([1, 1]);
      seen.push(outcomes);
    });
    expect(seen).toEqual(
      expect.arrayContaining([
        ['done', 'class_full'],
        ['staff_class_full', 'done'],
      ]),
    );
  });

  test('two people can swap classes if both classes have a free seat', async () => {
    const crowd = await buildCrowd(db, 12);
    for (let round = 0; round < 6; round++) {
      const [left, right] = [await buildOpenClass(db, 2), await buildOpenClass(db, 2)];
      const [one, other] = [crowd[2 * round], crowd[2 * round + 1]];
      if (!one || !other) throw new Error('nobody came');
      const there = await buildRegistration(db, { class: left, account: one, state: 'confirmed' });
      const back = await buildRegistration(db, { class: right, account: other, state: 'confirmed' });
      const move =
        ({ id }: { id: number }, { code }: { code: string }): Operation<null> =>
        (tx, __, now) =>
          moveRegistration(
            tx,
            { registrationId: id, code, difference: 0, reason: null },
            { actor: staff, now },
          );
      const outcomes = await concurrently(db, [move(there, right), move(back, left)], null, round);
      expect(outcomes).toEqual(['done', 'done']);
      expect([await numberOf(left), await numberOf(right)]).toEqual([1, 1]);
    }
  });

  test('a seat cancelled during a move is released once, in its class', async () => {
    const crowd = await buildCrowd(db, ROUNDS);
    const seen = new Set<string>();
    const scenarios: (Scenario & Record<'from' | 'to', { id: number; code: string }>)[] = [];
    for (const account of crowd) {
      const [from, to] = [await buildOpenClass(db, 2), await buildOpenClass(db, 2)];
      const { id } = await buildRegistration(db, { class: from, account, state: 'unpaid' });
      scenarios.push({ id, code: from.code, accountId: account.id, from, to });
    }
    await inTurns(scenarios, async (scenario, round) => {
      const { id, from, to } = scenario;
      const move: Operation<Scenario> = (tx, __, now) => {
        const input = { registrationId: id, code: to.code, difference: 0, reason: null };
        return moveRegistration(tx, input, { actor: staff, now });
      };
      const outcomes = await concurrently(db, [move, operations.cancelByStaff], scenario, round);
      for (const trainingClass of [from, to])
        expect(await numberOf(trainingClass)).toBe(await heldIn(trainingClass));
      seen.add(outcomes.join());
    });
    // The move first, the cancellation first; or the cancellation waits and finds the registration elsewhere.
    expect([...seen].filter((outcomes) => outcomes.startsWith('done')).length).toBeGreaterThan(0);
    expect([...seen].some((outcomes) => outcomes.endsWith('done') && !outcomes.startsWith('done'))).toBe(
      true,
    );
  });
});

describe('groups and people competing for the same seats', () => {
  test('groups with the same people in another order get all seats or none, without deadlock', async () => {
    const people = await buildCrowd(db, 6);
    const groups = [];
    for (let n = 0; n < 4; n++) {
      const group = await buildGroup(db);
      for (const account of people) await buildMembership(db, { group, account });
      groups.push(group);
    }
    for (let round = 0; round < 6; round++) {
      const { id: classId, code } = await buildOpenClass(db, 8);
      const ids = people.map(({ id }) => id);
      const attempts: ((tx: Tx) => Promise<unknown>)[] = [
        ...groups.map((group, n) => (tx: Tx) => {
          const accountIds = n % 2 === 0 ? ids : ids.toReversed();
          return enrolMembers(
            tx,
            { code, group: asManaged(group), accountIds },
            { actor: proveTrainee({ accountId: 1 }), now: new Date() },
          );
        }),
        ...ids
          .slice(0, 2)
          .map(
            (accountId) => (tx: Tx) =>
              enrol(tx, { code }, { actor: proveTrainee({ accountId }), now: new Date() }),
          ),
      ];
      const results = await Promise.allSettled(attempts.map((attempt) => inTransaction(db, attempt)));
      for (const result of results) {
        if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(Refusal);
      }
      const rows = await db.select().from(registrations).where(eq(registrations.classId, classId));
      const byGroup = Map.groupBy(rows, ({ groupId }) => groupId);
      const sizes = [...byGroup].map(([groupId, seats]) => (groupId === null ? 'personal' : seats.length));
      expect([[6], ['personal']]).toContainEqual(sizes);
    }
  });

  test('enrolling again during the cancellation of the former registration neither hangs nor duplicates it', async () => {
    const [trainingClass, crowd] = [await buildOpenClass(db, 80), await buildCrowd(db, 20)];
    for (const account of crowd) await buildRegistration(db, { class: trainingClass, account });
    const { code } = trainingClass;
    const results = await Promise.allSettled(
      crowd.flatMap(({ id: accountId }) => [
        inTransaction(db, (tx) =>
          cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId }), now: new Date() }),
        ),
        inTransaction(db, (tx) =>
          enrol(tx, { code }, { actor: proveTrainee({ accountId }), now: new Date() }),
        ),
      ]),
    );
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'already_applied' });
    }
  });
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connectForRaces(database.url);
});

/* The same races with steps that read first and then write: they must go wrong, or the tests above prove nothing. */
describe('control, without the guard', () => {
  const careless =
    (from: readonly State[], to: State): Operation<Scenario> =>
    async (tx, { id }) => {
      const { rows } = await tx.execute<{ state: State; class_id: string }>(
        sql`select state, class_id from registrations where id = ${id}`,
      );
      const [found] = rows;
      if (!found || !from.includes(found.state)) throw new Refusal('review_conflict');
      await tx.execute(sql`update registrations set state = ${to} where id = ${id}`);
      if (!holdsSeat(to)) {
        await tx.execute(sql`update classes set number = number - 1 where id = ${found.class_id}`);
      }
    };
  const cancel = careless(['pending', 'rejected', 'unpaid'], 'cancelled');

  test('a move and an enrolment both take the last seat', async () => {
    const [seated, stranger] = await buildCrowd(db, 2);
    if (!seated || !stranger) throw new Error('nobody came');
    const take =
      (work: (tx: Tx) => Promise<unknown>): Operation<number> =>
      async (tx, classId) => {
        const { rows } = await tx.execute<{ free: boolean }>(
          sql`select number < limit_number as free from classes where id = ${classId}`,
        );
        if (!rows[0]?.free) throw new Refusal('staff_class_full');
        await work(tx);
      };
    const [from, to] = [await buildOpenClass(db, 5), await buildOpenClass(db, 1)];
    const { id } = await buildRegistration(db, { class: from, account: seated });
    const move = (tx: Tx) => tx.execute(sql`update registrations set class_id = ${to.id} where id = ${id}`);
    const enter = (tx: Tx) =>
      tx.execute(sql`insert into registrations (class_id, account_id, state, created_at, updated_at)
        values (${to.id}, ${stranger.id}, 'pending', now(), now())`);
    await overlap(db, [take(move), take(enter)], to.id);
    expect(await db.$count(registrations, eq(registrations.classId, to.id))).toBe(2);
  });

  test.each([
    ['a payment', 'unpaid', 'confirmed', careless(['unpaid', 'reported'], 'confirmed')],
    ['an approval', 'pending', 'unpaid', careless(['pending'], 'unpaid')],
  ] as const)(
    'a cancellation and %s of a registration that is %s both succeed: it is %s with its seat released',
    async (_, from, to, step) => {
      const scenarios = await buildScenarios(6, from);
      const ends: unknown[] = [];
      await inTurns(scenarios, async (scenario, round) => {
        const outcomes = await concurrently(db, [cancel, step], scenario, round);
        ends.push([...outcomes, await storedState(scenario)]);
      });
      expect(ends).toContainEqual(['done', 'done', { state: to, number: 0 }]);
      expect((await checkData(db)).map(({ rule }) => rule)).toContain('seats_counted');
    },
  );
});
