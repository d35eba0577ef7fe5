import { randomUUID } from 'node:crypto';
import { asc, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../../test/app.ts';
import { buildAccount } from '../../../test/factories/account.ts';
import { buildClass } from '../../../test/factories/catalogue.ts';
import { one } from '../../../test/factories/one.ts';
import { buildRegistration } from '../../../test/factories/registration.ts';
import { isWaiting, untilWaiting } from '../../../test/locks.ts';
import { proveTrainee } from '../../accounts/actors.ts';
import { lockAccount } from '../../accounts/queries.ts';
import { classes } from '../../classes/tables.ts';
import { mails } from '../../mail/tables.ts';
import { inTransaction, transactionTracing } from '../../platform/database/database.ts';
import { registrations } from '../tables.ts';
import { enrolInBatches } from './enrol-in-batches.ts';
import { lockClassByCode } from './seats.ts';

let portal: TestPortal;
let enrol: ReturnType<typeof enrolInBatches>;
beforeAll(async () => {
  portal = await openTestPortal();
  enrol = enrolInBatches(portal.db);
});
afterAll(() => portal.close());

type TrainingClass = Awaited<ReturnType<typeof buildClass>>;
type Account = Awaited<ReturnType<typeof buildAccount>>;

const buildPeople = async (size: number, overrides: Parameters<typeof buildAccount>[1] = {}) => {
  const people: Account[] = [];
  for (let n = 0; n < size; n++) people.push(await buildAccount(portal.db, overrides));
  return people;
};

const keyOf = ({ id }: Account, key: string, inputHash = 'same') => ({
  ...{ field: 'Class', owner: `account:${id}`, key, route: '/api/class/enrol', inputHash },
});

type Details = Partial<Parameters<typeof enrol>[1]>;

const enrolIn = ({ code }: TrainingClass, { id }: Account, details: Details = {}) =>
  enrol(code, {
    ...{ actor: proveTrainee({ accountId: id }), network: 'home', idempotency: null, now: NOW },
    ...details,
  });

/** Texts of refusals, and the code for a seat. */
const outcomesOf = async (calls: readonly Promise<{ code: string }>[]) =>
  (await Promise.allSettled(calls)).map((call) =>
    call.status === 'fulfilled' ? 'seat' : (call.reason as Error).message,
  );

/** Lets one person begin to wait for the class, then calls for the others, who are one batch. */
const enrolTogether = async (
  trainingClass: TrainingClass,
  calls: readonly (() => Promise<{ code: string }>)[],
) => {
  const first = await buildAccount(portal.db);
  const { waiting } = await inTransaction(portal.db, async (tx) => {
    await lockClassByCode(tx, { code: trainingClass.code });
    const begun = enrolIn(trainingClass, first);
    await untilWaiting(portal.db, begun);
    return { waiting: [begun, ...calls.map((call) => call())] };
  });
  const [ofFirst, ...others] = await outcomesOf(waiting);
  expect(ofFirst).toBe('seat');
  return others;
};

const seatsIn = ({ id }: TrainingClass) =>
  portal.db
    .select({ id: registrations.id, accountId: registrations.accountId })
    .from(registrations)
    .where(eq(registrations.classId, id))
    .orderBy(asc(registrations.id));

const numberOf = async ({ id }: TrainingClass) =>
  one(await portal.db.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;

const countingTransactions = async <T>(work: () => Promise<T>) => {
  let transactions = 0;
  const count = () => {
    transactions += 1;
  };
  transactionTracing.start.subscribe(count);
  const answer = await work().finally(() => transactionTracing.start.unsubscribe(count));
  return { answer, transactions };
};

test('people who wait for a class get its seats in the order of their arrival, in one transaction', async () => {
  const trainingClass = await buildClass(portal.db, { limitNumber: 4 });
  const people = (await buildPeople(6)).toReversed();
  const { answer, transactions } = await countingTransactions(() =>
    enrolTogether(
      trainingClass,
      people.map((person) => () => enrolIn(trainingClass, person)),
    ),
  );
  expect(answer).toEqual(['seat', 'seat', 'seat', 'class_full', 'class_full', 'class_full']);
  // That of the test, that of the first person, and one for the others.
  expect(transactions).toBe(3);
  const seats = await seatsIn(trainingClass);
  expect(seats.slice(1).map(({ accountId }) => accountId)).toEqual(people.slice(0, 3).map(({ id }) => id));
  expect(await numberOf(trainingClass)).toBe(4);
  const mailed = people.map(({ id }) => portal.db.$count(mails, eq(mails.accountId, id)));
  expect(await Promise.all(mailed)).toEqual([1, 1, 1, 0, 0, 0]);
});

test('what is wrong with one person concerns no other', async () => {
  const trainingClass = await buildClass(portal.db, { limitNumber: 10 });
  const [honest, applied, incomplete, unconfirmed, last] = [
    await buildAccount(portal.db),
    await buildAccount(portal.db),
    await buildAccount(portal.db, { address: null }),
    await buildAccount(portal.db, { emailConfirmedAt: null }),
    await buildAccount(portal.db),
  ];
  await buildRegistration(portal.db, { class: trainingClass, account: applied });
  for (const other of [await buildClass(portal.db), await buildClass(portal.db)])
    await buildRegistration(portal.db, { class: other, account: unconfirmed });
  const people = [honest, applied, incomplete, unconfirmed, last];
  const outcomes = await enrolTogether(
    trainingClass,
    people.map((person) => () => enrolIn(trainingClass, person)),
  );
  expect(outcomes).toEqual(['seat', 'already_applied', 'profile_incomplete', 'email_unconfirmed', 'seat']);
});

test('a call that the database does not take fails alone', async () => {
  const trainingClass = await buildClass(portal.db);
  const [honest, broken, last] = await buildPeople(3);
  if (!honest || !broken || !last) throw new Error('nobody');
  const outcomes = await enrolTogether(trainingClass, [
    () => enrolIn(trainingClass, honest),
    () => enrolIn(trainingClass, broken, { network: '\0' }),
    () => enrolIn(trainingClass, last),
  ]);
  expect(outcomes).toEqual(['seat', expect.stringContaining('invalid byte sequence'), 'seat']);
});

test('a single call that the database does not take is not tried again', async () => {
  const [trainingClass, account] = [await buildClass(portal.db), await buildAccount(portal.db)];
  const { answer, transactions } = await countingTransactions(() =>
    outcomesOf([enrolIn(trainingClass, account, { network: '\0' })]),
  );
  expect(answer).toEqual([expect.stringContaining('invalid byte sequence')]);
  expect(transactions).toBe(1);
});

test('calls that fail because the database has too few resources are not tried one by one', async () => {
  const [trainingClass, people] = [await buildClass(portal.db), await buildPeople(3)];
  await portal.db.execute(sql`
    create function run_short() returns trigger language plpgsql as $$
      begin raise 'too few resources' using errcode = '53000'; end $$`);
  await portal.db.execute(sql`
    create trigger run_short before insert on registrations for each row
      when (new.network = 'short') execute function run_short()`);
  const { answer, transactions } = await countingTransactions(() =>
    enrolTogether(
      trainingClass,
      people.map((person) => () => enrolIn(trainingClass, person, { network: 'short' })),
    ),
  );
  expect(answer).toEqual(people.map(() => expect.stringContaining('too few resources')));
  // That of the test, that of the first person, and one for the others.
  expect(transactions).toBe(3);
});

test('while the account of an unconfirmed person is locked, the others do not wait', async () => {
  const trainingClass = await buildClass(portal.db);
  const [other] = await buildPeople(1);
  const unconfirmed = await buildAccount(portal.db, { emailConfirmedAt: null });
  if (!other) throw new Error('nobody');
  const calls: Promise<{ code: string }>[] = [];
  const { first } = await inTransaction(portal.db, async (tx) => {
    await lockAccount(tx, unconfirmed.id);
    const begun = enrolTogether(trainingClass, [
      ...[unconfirmed, other].map((person) => () => {
        const call = enrolIn(trainingClass, person);
        calls.push(call);
        return call;
      }),
    ]);
    await expect.poll(() => calls.length).toBe(2);
    const [ofUnconfirmed] = calls;
    if (!ofUnconfirmed) throw new Error('no call');
    expect(await isWaiting(portal.db, ofUnconfirmed)).toBe(true);
    return { first: begun };
  });
  expect(await first).toEqual(['seat', 'seat']);
});

test('a repeat with the same key is answered as the first call, beside others', async () => {
  const trainingClass = await buildClass(portal.db);
  const [person, other] = await buildPeople(2);
  if (!person || !other) throw new Error('nobody');
  const key = randomUUID();
  const idempotency = keyOf(person, key);
  await enrolIn(trainingClass, person, { idempotency });
  const outcomes = await enrolTogether(trainingClass, [
    () => enrolIn(trainingClass, person, { idempotency }),
    () => enrolIn(trainingClass, other, { idempotency: keyOf(other, randomUUID()) }),
    () => enrolIn(trainingClass, person),
    () => enrolIn(trainingClass, person, { idempotency: keyOf(person, key, 'different') }),
  ]);
  expect(outcomes).toEqual(['seat', 'seat', 'already_applied', 'key_reused']);
  expect(await numberOf(trainingClass)).toBe(3);
});

test('a person who calls twice gets one seat', async () => {
  const trainingClass = await buildClass(portal.db);
  const [person] = await buildPeople(1);
  if (!person) throw new Error('nobody');
  const outcomes = await enrolTogether(
    trainingClass,
    [1, 2, 3].map(() => () => enrolIn(trainingClass, person)),
  );
  expect(outcomes).toEqual(['seat', 'already_applied', 'already_applied']);
});
