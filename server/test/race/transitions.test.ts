import { setTimeout as sleep } from 'node:timers/promises';
import { today } from '@portal/contract/dates';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { classes } from '../../src/catalogue/tables.ts';
import { checkData } from '../../src/check-data.ts';
import { approveRegistration } from '../../src/enrolment/approve-registration.ts';
import { cancelRegistration } from '../../src/enrolment/cancel-registration.ts';
import { enrol } from '../../src/enrolment/enrol.ts';
import { rejectRegistration } from '../../src/enrolment/reject-registration.ts';
import { holdsSeat, type State } from '../../src/enrolment/states.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { enrolMembers } from '../../src/groups/enrol-members.ts';
import { confirmPayment } from '../../src/payment/confirm-payment.ts';
import { rejectPayment } from '../../src/payment/reject-payment.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { connect, type Database, inTransaction, type Tx } from '../../src/platform/database.ts';
import { Refusal } from '../../src/platform/errors.ts';
import type { Staff } from '../../src/staff/actors.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { asManaged, buildGroup, buildMembership } from '../factories/group.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { buildCrowd, buildOpenClass } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { type Deed, inTurns, meet, outcome } from './meet.ts';

/** How often each pair meets. */
const ROUNDS = 60;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createTestDatabase();
  db = connect(database.url, { max: 20 });
});

afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const staff: Staff = decidingStaff();
const remittance = { paidTime: today(new Date()), lastFive: '00042', paidMoney: 1500, paidName: '王小明' };

interface Meeting {
  readonly id: number;
  readonly code: string;
  readonly accountId: number;
}

const deeds = {
  approve: (tx, { id }, now) => approveRegistration(tx, { registrationId: id }, { actor: staff, now }),
  refuse: (tx, { id }, now) =>
    rejectRegistration(tx, { registrationId: id, reason: '資格不符' }, { actor: staff, now }),
  cancel: (tx, { code, accountId }, now) =>
    cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId }), now }),
  report: (tx, { code, accountId }, now) =>
    reportPayment(tx, { ...remittance, code }, { actor: proveTrainee({ accountId }), now }),
  confirm: (tx, { id }, now) => confirmPayment(tx, { registrationId: id }, { actor: staff, now }),
  reject: (tx, { id }, now) =>
    rejectPayment(tx, { registrationId: id, reason: '查無匯款' }, { actor: staff, now }),
} as const satisfies Record<string, Deed<Meeting>>;

/** Which ends are legal, by what the two heard: `first second → state`. One for each of them being the first. */
type Ends = readonly (readonly [first: string, second: string, end: State])[];

const pairs: readonly (readonly [keyof typeof deeds, keyof typeof deeds, State, Ends])[] = [
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
      ['done', 'done', 'refused'],
      ['review_conflict', 'done', 'refused'],
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
      ['payment_not_approved', 'done', 'refused'],
    ],
  ],
];

const standing = async ({ id, code }: Meeting) => {
  const { state } = one(
    await db.select({ state: registrations.state }).from(registrations).where(eq(registrations.id, id)),
  );
  const { number } = one(
    await db.select({ number: classes.number }).from(classes).where(eq(classes.code, code)),
  );
  return { state, number };
};

/** So many registrations in `state`, each alone in its class. */
const buildMeetings = async (size: number, state: State): Promise<Meeting[]> => {
  const meetings: Meeting[] = [];
  for (const account of await buildCrowd(db, size)) {
    const opening = await buildOpenClass(db, 5);
    const { id } = await buildRegistration(db, { class: opening, account, state });
    meetings.push({ id, code: opening.code, accountId: account.id });
  }
  return meetings;
};

test.each(pairs)(
  '%s against %s of a registration that is %s ends legally, whoever is first',
  async (one, other, from, ends) => {
    const seen: string[][] = [];
    await inTurns(await buildMeetings(ROUNDS, from), async (meeting, round) => {
      const heard = await meet(db, [deeds[one], deeds[other]], meeting, round);
      const { state, number } = await standing(meeting);
      expect(ends).toContainEqual([...heard, state]);
      expect(number).toBe(holdsSeat(state) ? 1 : 0);
      seen.push([...heard, state]);
    });
    // Else it was no race.
    expect(seen).toEqual(expect.arrayContaining([...ends]));
  },
);

test.each<[keyof typeof deeds, keyof typeof deeds, State, heard: string, end: State]>([
  ['approve', 'confirm', 'pending', 'done', 'confirmed'],
  ['approve', 'refuse', 'pending', 'done', 'refused'],
  ['refuse', 'approve', 'pending', 'review_conflict', 'refused'],
  ['reject', 'refuse', 'reported', 'done', 'refused'],
  ['confirm', 'reject', 'reported', 'payment_confirmed', 'confirmed'],
])(
  'while somebody is about to %s, %s waits, and finds what was done',
  async (one, other, from, heard, end) => {
    const [meeting] = await buildMeetings(1, from);
    if (!meeting) throw new Error('no meeting');
    const [done, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const underWay = inTransaction(db, async (tx) => {
      await deeds[one](tx, meeting, new Date());
      done.resolve();
      await leave.promise;
    });
    await done.promise;
    const coming = outcome(db, deeds[other], meeting);
    await sleep(100);
    leave.resolve();
    await underWay;
    expect([await coming, (await standing(meeting)).state]).toEqual([heard, end]);
  },
);

describe('groups and persons after the same seats', () => {
  test('groups with the same people in another order get all or nothing, and so do the persons', async () => {
    const people = await buildCrowd(db, 6);
    const groups = [];
    for (let n = 0; n < 4; n++) {
      const group = await buildGroup(db);
      for (const account of people) await buildMembership(db, { group, account });
      groups.push(group);
    }
    for (let round = 0; round < 15; round++) {
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
      const sizes = [...byGroup].map(([groupId, seats]) => (groupId === null ? 'persons' : seats.length));
      expect([[6], ['persons']]).toContainEqual(sizes);
    }
  });

  test('applying again while the old registration is cancelled neither waits for ever nor doubles', async () => {
    const [opening, crowd] = [await buildOpenClass(db, 80), await buildCrowd(db, 40)];
    for (const account of crowd) await buildRegistration(db, { class: opening, account });
    const { code } = opening;
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

test('nothing is broken afterwards, and nobody stood in a dead-lock', async () => {
  expect(await checkData(db)).toEqual([]);
  await db.$client.end();
  expect(await deadlocksIn(database.url)).toBe(0);
  db = connect(database.url);
});

/* The same meetings with steps that look first and then write, as one would without thinking of the other. */
describe('without the guard', () => {
  const careless =
    (from: readonly State[], to: State): Deed<Meeting> =>
    async (tx, { id }) => {
      const { rows } = await tx.execute<{ state: State; class_id: string }>(
        sql`select state, class_id from registrations where id = ${id}`,
      );
      const [found] = rows;
      if (!found || !from.includes(found.state)) throw new Refusal('review_conflict');
      await sleep(10);
      await tx.execute(sql`update registrations set state = ${to} where id = ${id}`);
      if (!holdsSeat(to)) {
        await tx.execute(sql`update classes set number = number - 1 where id = ${found.class_id}`);
      }
    };
  const cancel = careless(['pending', 'refused', 'unpaid'], 'cancelled');

  test.each([
    ['a payment', 'unpaid', 'confirmed', careless(['unpaid', 'reported'], 'confirmed')],
    ['an approval', 'pending', 'unpaid', careless(['pending'], 'unpaid')],
  ] as const)(
    'a cancellation and %s of what is %s both succeed: it is %s, its seat given back',
    async (_, from, to, step) => {
      const meetings = await buildMeetings(20, from);
      const ends: unknown[] = [];
      await inTurns(meetings, async (meeting, round) => {
        const heard = await meet(db, [cancel, step], meeting, round);
        ends.push([...heard, await standing(meeting)]);
      });
      expect(ends).toContainEqual(['done', 'done', { state: to, number: 0 }]);
      expect((await checkData(db)).map(({ rule }) => rule)).toContain('seats_counted');
    },
  );
});
