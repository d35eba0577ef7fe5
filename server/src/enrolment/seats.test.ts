import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildClass } from '../../test/factories/catalogue.ts';
import { buildGroup, buildMembership } from '../../test/factories/group.ts';
import { one } from '../../test/factories/one.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { untilWaiting } from '../../test/locks.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { classes } from '../catalogue/tables.ts';
import { inTransaction, type Tx } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { giveBackSeats, lockSeats, takeSeatAgain, takeSeats } from './seats.ts';
import { registrations } from './tables.ts';

/* The statement checks by itself: the class may change after an earlier check. */

let portal: TestPortal;
let group: { id: number };
let other: { id: number };

beforeAll(async () => {
  portal = await openTestPortal();
  group = await buildGroup(portal.db);
  other = await buildGroup(portal.db);
});
afterAll(() => portal.close());

type Opening = Awaited<ReturnType<typeof buildClass>>;
type Overrides = Parameters<typeof buildClass>[1];

const after = (ms: number) => new Date(NOW.getTime() + ms);

/** So many people, all in the group. */
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
    takeSeats(tx, { code, groupId: through?.id ?? null, accountIds, actor: 'system' }, NOW),
  );

const numberOf = async ({ id }: { id: number }) =>
  one(await portal.db.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;

/** Number of seats that this many simultaneous people get. */
const takenOf = async (opening: Opening, count: number, through: { id: number } | null = null) => {
  const seats = await take(opening, await buildPeople(count), through);
  expect(await numberOf(opening)).toBe(seats.length);
  return seats.length;
};

describe('a person who asks for a seat', () => {
  test.each<[string, number, Overrides]>([
    ['in a class for persons', 1, { groupAllow: false }],
    ['in none for groups alone', 0, { personalAllow: false }],
    ['in none that is not published', 0, { publishedAt: null }],
    ['until the start', 1, { startTime: after(1) }],
    ['not at the start', 0, { startTime: NOW }],
    ['from the first instant of the window', 1, { applyFrom: NOW }],
    ['not before it', 0, { applyFrom: after(1) }],
    ['until the last instant of the window', 1, { applyUntil: after(1) }],
    ['not after it', 0, { applyUntil: NOW }],
    ['when it is the last', 1, { limitNumber: 1 }],
  ])('%s: %i', async (_, seats, overrides) => {
    expect(await takenOf(await buildClass(portal.db, overrides), 1)).toBe(seats);
  });

  test('once', async () => {
    const [opening, people] = [await buildClass(portal.db), await buildPeople(1)];
    expect([await take(opening, people), await take(opening, people)]).toMatchObject([[{}], []]);
    expect(await numberOf(opening)).toBe(1);
  });
});

describe('a group that asks for seats', () => {
  test.each<[string, number, () => Overrides]>([
    ['in a class for groups', 2, () => ({ personalAllow: false })],
    ['in none for persons alone', 0, () => ({ groupAllow: false })],
    ['in a class that is reserved to it', 2, () => ({ groupId: group.id, personalAllow: false })],
    ['in none that is reserved to another', 0, () => ({ groupId: other.id, personalAllow: false })],
    [
      'in none that is reserved to it and takes no groups',
      0,
      () => ({ groupId: group.id, personalAllow: false, groupAllow: false }),
    ],
    ['when they are the last', 2, () => ({ limitNumber: 2 })],
    ['all or none', 0, () => ({ limitNumber: 1 })],
  ])('%s: %i', async (_, seats, overrides) => {
    expect(await takenOf(await buildClass(portal.db, overrides()), 2, group)).toBe(seats);
  });

  test('gets none if one person already holds a seat', async () => {
    const opening = await buildClass(portal.db);
    const [first = 0, second = 0] = await buildPeople(2);
    await take(opening, [first]);
    const seats = await take(opening, [first, second], group);
    expect(seats.map(({ accountId }) => accountId)).toEqual([second]);
    expect(await numberOf(opening)).toBe(2);
  });
});

describe('while a class is locked', () => {
  /** The result of `work`, started while another transaction holds the class and then changes it. */
  const meanwhile = async <T>(
    opening: Opening,
    theirs: (tx: Tx) => Promise<unknown>,
    work: () => Promise<T>,
  ) => {
    const { working } = await inTransaction(portal.db, async (tx) => {
      await lockSeats(tx, opening.code);
      const working = work();
      await untilWaiting(portal.db);
      await theirs(tx);
      return { working };
    });
    return working;
  };

  test('nobody takes a seat; waiting calls see the class as it is after the lock', async () => {
    const [opening, people] = [await buildClass(portal.db), await buildPeople(1)];
    const close = (tx: Tx) =>
      tx.update(classes).set({ personalAllow: false }).where(eq(classes.id, opening.id));
    expect(await meanwhile(opening, close, () => take(opening, people))).toEqual([]);
    expect(await numberOf(opening)).toBe(0);
  });

  /** A class in which somebody is registered, and how they leave it. */
  const buildSeated = async () => {
    const [opening, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
    const { id } = await buildRegistration(portal.db, { class: opening, account });
    const details = { actor: proveTrainee({ accountId: account.id }), now: NOW };
    const giveBack = () =>
      inTransaction(portal.db, (tx) =>
        giveBackSeats(tx, 'cancel', { classId: opening.id, ids: [id] }, details),
      );
    return { opening, id, giveBack };
  };

  test('nobody releases a seat or locks its registration', async () => {
    const { opening, id, giveBack } = await buildSeated();
    const lockRegistration = (tx: Tx) =>
      tx.select().from(registrations).where(eq(registrations.id, id)).for('update', { noWait: true });
    expect(await meanwhile(opening, lockRegistration, giveBack)).toEqual([{ id, from: 'pending' }]);
    expect(await numberOf(opening)).toBe(0);
  });

  test('seats of other classes are released', async () => {
    const [held, { opening, giveBack }] = [await buildClass(portal.db), await buildSeated()];
    await inTransaction(portal.db, async (tx) => {
      await lockSeats(tx, held.code);
      await giveBack();
    });
    expect(await numberOf(opening)).toBe(0);
  });
});

test('releasing counts the seats held, in this class only', async () => {
  const [opening, beside] = [await buildClass(portal.db), await buildClass(portal.db)];
  const people = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db),
  ];
  const ids: number[] = [];
  for (const [n, account] of people.entries()) {
    const state = n === 2 ? 'refused' : 'pending';
    ids.push((await buildRegistration(portal.db, { class: opening, account, state })).id);
    await buildRegistration(portal.db, { class: beside, account });
  }
  const step = { actor: 'system', now: NOW } as const;
  const moved = await inTransaction(portal.db, (tx) =>
    giveBackSeats(tx, 'cancel', { classId: opening.id, ids }, step),
  );
  expect(moved.map(({ from }) => from)).toEqual(['pending', 'pending', 'refused']);
  expect([await numberOf(opening), await numberOf(beside)]).toEqual([0, 3]);
});

test('a fault while a seat is taken again is not called a seat that the person holds', async () => {
  const [opening, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { id } = await buildRegistration(portal.db, { class: opening, account, state: 'refused' });
  const broken = { actor: 'system', now: new Date(Number.NaN) } as const;
  const again = inTransaction(portal.db, (tx) => takeSeatAgain(tx, { classId: opening.id, id }, broken));
  await expect(again).rejects.not.toBeInstanceOf(Refusal);
  expect(await numberOf(opening)).toBe(0);
});
