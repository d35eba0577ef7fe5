import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { buildDesk, byCashier, refundsOf } from '../../../test/factories/desk.ts';
import { buildGroup, buildMembership } from '../../../test/factories/group.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { untilWaiting } from '../../../test/locks.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { classes } from '../../classes/tables.ts';
import { refunds } from '../../money/tables.ts';
import { confirmPayment } from '../../payment/confirm-payment.ts';
import { recordPartialPayment } from '../../payment/record-partial-payment.ts';
import { inTransaction, type Tx } from '../../platform/database/database.ts';
import { lockRegistrations } from '../lock-registrations.ts';
import { registrations } from '../tables.ts';
import { giveBackSeats, lockClassByCode, takeSeatAgain, takeSeats } from './seats.ts';

/* `takeSeats` checks the class itself, because it may have changed since an earlier check. */

let portal: TestPortal;
let group: { id: number };
let other: { id: number };

beforeAll(async () => {
  portal = await openTestPortal();
  group = await buildGroup(portal.db);
  other = await buildGroup(portal.db);
});
afterAll(() => portal.close());

type TrainingClass = Awaited<ReturnType<typeof buildClass>>;
type Overrides = Parameters<typeof buildClass>[1];

const after = (ms: number) => new Date(NOW.getTime() + ms);

/** Creates `count` members of the group. */
const buildPeople = async (count: number) => {
  const people = [];
  for (let n = 0; n < count; n++) {
    const account = await buildAccount(portal.db);
    await buildMembership(portal.db, { group, account });
    people.push(account.id);
  }
  return people;
};

const take = ({ code }: { code: string }, accountIds: number[], through: { id: number } | null = null) =>
  inTransaction(portal.db, (tx) =>
    takeSeats(
      tx,
      {
        ...{ code, groupId: through?.id ?? null },
        people: accountIds.map((accountId) => ({ accountId, actor: 'system' })),
      },
      NOW,
    ),
  );

const numberOf = async ({ id }: { id: number }) =>
  one(await portal.db.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;

/** How many seats `count` people get in one call. */
const takenOf = async (
  trainingClass: TrainingClass,
  count: number,
  through: { id: number } | null = null,
) => {
  const seats = await take(trainingClass, await buildPeople(count), through);
  expect(await numberOf(trainingClass)).toBe(seats.length);
  return seats.length;
};

describe('a person who asks for a seat', () => {
  test.each<[string, number, Overrides]>([
    ['gets one in a class that takes only personal registrations', 1, { groupAllow: false }],
    ['gets none in a class that takes only groups', 0, { personalAllow: false }],
    ['gets none in a class that is not published', 0, { publishedAt: null }],
    ['gets one until the start', 1, { startTime: after(1) }],
    ['gets none at the start', 0, { startTime: NOW }],
    ['gets one from the first instant of the enrolment period', 1, { applyFrom: NOW }],
    ['gets none before the enrolment period', 0, { applyFrom: after(1) }],
    ['gets one until the last instant of the enrolment period', 1, { applyUntil: after(1) }],
    ['gets none after the enrolment period', 0, { applyUntil: NOW }],
    ['gets the last seat', 1, { limitNumber: 1 }],
  ])('%s (%i)', async (_, seats, overrides) => {
    expect(await takenOf(await buildClass(portal.db, overrides), 1)).toBe(seats);
  });

  test('gets one seat even if they ask twice', async () => {
    const [trainingClass, people] = [await buildClass(portal.db), await buildPeople(1)];
    expect([await take(trainingClass, people), await take(trainingClass, people)]).toMatchObject([[{}], []]);
    expect(await numberOf(trainingClass)).toBe(1);
  });
});

describe('a group that asks for seats', () => {
  test.each<[string, number, () => Overrides]>([
    ['gets them in a class that takes only groups', 2, () => ({ personalAllow: false })],
    ['gets none in a class that takes only personal registrations', 0, () => ({ groupAllow: false })],
    ['gets them in a class that is reserved for it', 2, () => ({ groupId: group.id, personalAllow: false })],
    [
      'gets none in a class that is reserved for another',
      0,
      () => ({ groupId: other.id, personalAllow: false }),
    ],
    [
      'gets none in a class that is reserved for it and takes no groups',
      0,
      () => ({ groupId: group.id, personalAllow: false, groupAllow: false }),
    ],
    ['gets the last seats', 2, () => ({ limitNumber: 2 })],
    ['gets none if there are too few', 0, () => ({ limitNumber: 1 })],
  ])('%s (%i)', async (_, seats, overrides) => {
    expect(await takenOf(await buildClass(portal.db, overrides()), 2, group)).toBe(seats);
  });

  test('gets seats only for those who hold none, and the caller must roll back', async () => {
    const trainingClass = await buildClass(portal.db);
    const [first = 0, second = 0] = await buildPeople(2);
    await take(trainingClass, [first]);
    const seats = await take(trainingClass, [first, second], group);
    expect(seats.map(({ accountId }) => accountId)).toEqual([second]);
    expect(await numberOf(trainingClass)).toBe(2);
  });
});

describe('while a class is locked', () => {
  /** The result of `work`, started while another transaction holds the class and then changes it. */
  const meanwhile = async <T>(
    trainingClass: TrainingClass,
    theirs: (tx: Tx) => Promise<unknown>,
    work: () => Promise<T>,
  ) => {
    const { working } = await inTransaction(portal.db, async (tx) => {
      await lockClassByCode(tx, { code: trainingClass.code });
      const working = work();
      await untilWaiting(portal.db, working);
      await theirs(tx);
      return { working };
    });
    return working;
  };

  test('nobody takes a seat; waiting calls see the class as it is after the lock', async () => {
    const [trainingClass, people] = [await buildClass(portal.db), await buildPeople(1)];
    const close = (tx: Tx) =>
      tx.update(classes).set({ personalAllow: false }).where(eq(classes.id, trainingClass.id));
    expect(await meanwhile(trainingClass, close, () => take(trainingClass, people))).toEqual([]);
    expect(await numberOf(trainingClass)).toBe(0);
  });

  /** A class in which somebody is registered, and how they leave it. */
  const buildSeated = async () => {
    const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account });
    const details = { actor: proveTrainee({ accountId: account.id }), now: NOW };
    const giveBack = () =>
      inTransaction(portal.db, async (tx) =>
        giveBackSeats(tx, 'cancel', await lockRegistrations(tx, [id]), details),
      );
    return { trainingClass, id, giveBack };
  };

  test('a call that gives back a seat waits, and has not locked the registration yet', async () => {
    const { trainingClass, id, giveBack } = await buildSeated();
    const expectUnlocked = (tx: Tx) =>
      tx.select().from(registrations).where(eq(registrations.id, id)).for('update', { noWait: true });
    expect(await meanwhile(trainingClass, expectUnlocked, giveBack)).toMatchObject([{ id, from: 'pending' }]);
    expect(await numberOf(trainingClass)).toBe(0);
  });

  test('seats of other classes are given back', async () => {
    const [held, { trainingClass, giveBack }] = [await buildClass(portal.db), await buildSeated()];
    await inTransaction(portal.db, async (tx) => {
      await lockClassByCode(tx, { code: held.code });
      await giveBack();
    });
    expect(await numberOf(trainingClass)).toBe(0);
  });
});

test('giving back subtracts the seats held, in the classes of the registrations only', async () => {
  const [trainingClass, beside] = [await buildClass(portal.db), await buildClass(portal.db)];
  const people = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db),
  ];
  const ids: number[] = [];
  for (const [n, account] of people.entries()) {
    const state = n === 2 ? 'rejected' : 'pending';
    ids.push((await buildRegistration(portal.db, { class: trainingClass, account, state })).id);
    await buildRegistration(portal.db, { class: beside, account });
  }
  const step = { actor: 'system', now: NOW } as const;
  const changed = await inTransaction(portal.db, async (tx) =>
    giveBackSeats(tx, 'cancel', await lockRegistrations(tx, ids), step),
  );
  expect(changed.map(({ from }) => from)).toEqual(['pending', 'pending', 'rejected']);
  expect([await numberOf(trainingClass), await numberOf(beside)]).toEqual([0, 3]);
});

test.each([
  ['unpaid', [1000], null],
  ['confirmed', [1500], confirmPayment],
] as const)(
  'giving back the seat of a registration that is %s makes what was received a refund due: %j',
  async (_, amounts, step) => {
    const desk = await buildDesk(portal.db);
    const [{ id }, line] = [await desk.reported(), (await desk.lines({ in: 1000 }))[0]];
    const part = { lineIds: [line?.id ?? 0], registrationIds: [id], missing: 500 };
    await inTransaction(portal.db, async (tx) => {
      await recordPartialPayment(tx, part, byCashier);
      await step?.(tx, { registrationId: id }, byCashier);
      const seats = await lockRegistrations(tx, [id]);
      await giveBackSeats(tx, 'cancel_by_staff', seats, { ...byCashier, reason: '停辦' });
    });
    expect((await refundsOf(portal.db, id)).map(({ amount }) => amount)).toEqual(amounts);
  },
);

test.each([
  ['cancel_after_postponement', { refundReason: '課程延期', reason: '無法參加' }, '課程延期'],
  ['cancel_by_staff', { reason: '停辦' }, '停辦'],
  ['cancel_after_postponement', {}, '學員取消報名'],
] as const)('%s with %j makes a refund due because of %s', async (step, reasons, reason) => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state: 'confirmed' });
  await inTransaction(portal.db, async (tx) =>
    giveBackSeats(tx, step, await lockRegistrations(tx, [id]), { actor: 'system', now: NOW, ...reasons }),
  );
  const due = await portal.db.select().from(refunds).where(eq(refunds.registrationId, id));
  expect(due).toMatchObject([{ amount: 1500, reason }]);
});

describe('taking a seat again', () => {
  const build = async (overrides: Overrides = {}) => {
    const [trainingClass, account] = [await buildClass(portal.db, overrides), await buildAccount(portal.db)];
    const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state: 'rejected' });
    const again = () =>
      inTransaction(portal.db, async (tx) => {
        const [locked] = await lockRegistrations(tx, [id]);
        return locked ? takeSeatAgain(tx, locked, { actor: 'system', now: NOW }) : null;
      });
    return { trainingClass, id, again };
  };

  test('counts the seat once', async () => {
    const { trainingClass, id, again } = await build();
    expect([await again(), await again()]).toMatchObject([[{ id, from: 'rejected' }], []]);
    expect(await numberOf(trainingClass)).toBe(1);
  });

  test.each<[string, Overrides]>([
    ['is a draft', { publishedAt: null }],
    [
      'was called off',
      { publishedAt: null, state: 'cancelled', callOffReason: 'too_few', callOffText: '人數不足' },
    ],
  ])('is refused in a class that %s', async (_, overrides) => {
    const { trainingClass, again } = await build(overrides);
    await expect(again()).rejects.toMatchObject({ code: 'review_without_class' });
    expect(await numberOf(trainingClass)).toBe(0);
  });
});

test('another error while a seat is taken again is not reported as `person_holds_seat`', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { id } = await buildRegistration(portal.db, { class: trainingClass, account, state: 'rejected' });
  const broken = { actor: 'system', now: new Date(Number.NaN) } as const;
  const again = inTransaction(portal.db, async (tx) => {
    const [locked] = await lockRegistrations(tx, [id]);
    return locked && takeSeatAgain(tx, locked, broken);
  });
  await expect(again).rejects.toThrow(RangeError);
  expect(await numberOf(trainingClass)).toBe(0);
});
