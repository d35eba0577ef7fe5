import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@portal/contract/enrolment';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { connectPatiently, createTestDatabase, type TestDatabase } from '../database.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { inTurns } from './concurrently.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { type Reply, type ServerProcess, startServer } from './server-process.ts';

let database: TestDatabase;
let db: Database;
let servers: ServerProcess[];

beforeAll(async () => {
  database = await createTestDatabase();
  db = connectPatiently(database.url);
  servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: database.url })));
});

afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()));
  await db.$client.end();
  await database.drop();
});

type TrainingClass = Awaited<ReturnType<typeof buildOpenClass>>;

/** The n-th request goes to the n-th server, round and round. */
const through = (n: number): ServerProcess => {
  const server = servers[n % servers.length];
  if (!server) throw new Error('no server runs');
  return server;
};

const enrol = (n: number, { token }: Person, { code }: TrainingClass, key?: string) =>
  through(n).call(contract.enrol, { token, body: { code }, ...(key && { key }) });

const rowsOf = ({ id }: TrainingClass) =>
  db
    .select({ accountId: registrations.accountId, state: registrations.state })
    .from(registrations)
    .where(eq(registrations.classId, id));

const numberOf = async ({ id }: TrainingClass) =>
  one(await db.select({ number: classes.number }).from(classes).where(eq(classes.id, id))).number;

const count = (replies: readonly Reply[]) => {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const name = status === 422 ? (body.errors?.Class?.[0] ?? '422') : String(status);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
};

const FULL = '本課程名額已滿';
const APPLIED = '您已報名本課程，請勿重複報名';

test('400 simultaneous enrolments of 200 people through two servers take the 50 seats', async () => {
  const [trainingClass, crowd] = [await buildOpenClass(db, 50), await buildCrowd(db, 200)];
  // Each person presses once at either server, at the same moment.
  const replies = await Promise.all(
    crowd.flatMap((person) => [enrol(0, person, trainingClass), enrol(1, person, trainingClass)]),
  );
  const { 200: seats, [FULL]: full = 0, [APPLIED]: applied = 0, ...others } = count(replies);
  expect(others).toEqual({});
  expect(seats).toBe(50);
  expect(full + applied).toBe(350);
  const rows = await rowsOf(trainingClass);
  expect(rows).toHaveLength(50);
  expect(new Set(rows.map(({ accountId }) => accountId)).size).toBe(50);
  expect(await numberOf(trainingClass)).toBe(50);
});

test('200 double clicks create one registration each', async () => {
  const [trainingClass, crowd] = [await buildOpenClass(db, 200), await buildCrowd(db, 200)];
  await inTurns(crowd, async (person, n) => {
    // Every other person's browser says by a key that both presses are one.
    const key = n % 2 === 0 ? randomUUID() : undefined;
    const pair = await Promise.all([
      enrol(n, person, trainingClass, key),
      enrol(n + 1, person, trainingClass, key),
    ]);
    const [first, second] = pair.map(({ status }) => status).sort();
    expect(first).toBe(200);
    expect(key ? [200, 409] : [422]).toContain(second);
  });
  const rows = await rowsOf(trainingClass);
  expect(rows.map(({ accountId }) => accountId).sort()).toEqual(crowd.map(({ id }) => id).sort());
  expect(await numberOf(trainingClass)).toBe(200);
});

test('100 pairs of simultaneous cancellations release each seat once', async () => {
  const [trainingClass, crowd] = [await buildOpenClass(db, 100), await buildCrowd(db, 100)];
  for (const account of crowd) await buildRegistration(db, { class: trainingClass, account });
  const cancel = (n: number, { token }: Person) =>
    through(n).call(contract.cancelRegistration, { token, body: { code: trainingClass.code } });
  const replies: Reply[] = [];
  await inTurns(crowd, async (person) => {
    replies.push(...(await Promise.all([cancel(0, person), cancel(1, person)])));
  });
  const { 200: done = 0, 查無此報名紀錄: late = 0, ...others } = count(replies);
  expect(others).toEqual({});
  expect(done).toBeGreaterThanOrEqual(100);
  expect(done + late).toBe(200);
  expect((await rowsOf(trainingClass)).map(({ state }) => state)).toEqual(Array(100).fill('cancelled'));
  expect(await numberOf(trainingClass)).toBe(0);
  const cancels = await db
    .select({ id: registrationEvents.id })
    .from(registrationEvents)
    .innerJoin(registrations, eq(registrations.id, registrationEvents.registrationId))
    .where(
      sql`${registrations.classId} = ${trainingClass.id} and ${registrationEvents.action} = 'registration.cancel'`,
    );
  expect(cancels).toHaveLength(100);
});

test('enrolling and cancelling simultaneously many times keeps the count right', async () => {
  const [trainingClass, crowd] = [await buildOpenClass(db, 10), await buildCrowd(db, 20)];
  const replies: Reply[] = [];
  for (let round = 0; round < 5; round++) {
    replies.push(
      ...(await Promise.all(
        crowd.flatMap((person, n) => [
          enrol(n, person, trainingClass),
          through(n + 1).call(contract.cancelRegistration, {
            token: person.token,
            body: { code: trainingClass.code },
          }),
        ]),
      )),
    );
  }
  expect(Object.keys(count(replies)).filter((name) => /^(0|5..)$/.test(name))).toEqual([]);
  const held = (await rowsOf(trainingClass)).filter(({ state }) => state === 'pending').length;
  expect(await numberOf(trainingClass)).toBe(held);
});

test('a person who cancels the only seat and enrols again is never told that the class is full', async () => {
  const crowd = await buildCrowd(db, 6);
  const cancel = ({ token }: Person, { code }: TrainingClass) =>
    through(0).call(contract.cancelRegistration, { token, body: { code } });
  const replies: Reply[] = [];
  const trainingClasses: TrainingClass[] = [];
  for (const _ of crowd) trainingClasses.push(await buildOpenClass(db, 1));
  await Promise.all(
    crowd.map(async (person, n) => {
      const trainingClass = trainingClasses[n] as TrainingClass;
      for (let round = 0; round < 30; round++) {
        await enrol(1, person, trainingClass);
        const [again] = await Promise.all([enrol(1, person, trainingClass), cancel(person, trainingClass)]);
        replies.push(again);
      }
    }),
  );
  const { 200: done = 0, [APPLIED]: applied = 0, ...others } = count(replies);
  expect(others).toEqual({});
  expect(done + applied).toBe(180);
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  // A backend reports its deadlocks only when it ends.
  await Promise.all(servers.map((server) => server.stop()));
  expect(servers.map((server) => server.output()).join('')).not.toMatch(/"level":[56]0/);
  expect(await deadlocksIn(database.url)).toBe(0);
  expect(await checkData(db)).toEqual([]);
});

/*
 * The same crowds use code and tables without the guards. This must go wrong, or the tests above prove nothing.
 */
describe('control, without the guard', () => {
  let unguarded: TestDatabase;
  let loose: Database;
  beforeAll(async () => {
    unguarded = await createTestDatabase();
    loose = connectPatiently(unguarded.url, { max: 40 });
    await loose.execute(sql`drop index registrations_one_seat`);
    await loose.execute(sql`alter table classes drop constraint classes_number`);
  });
  afterAll(async () => {
    await loose.$client.end();
    await unguarded.drop();
  });

  const held = ({ id }: TrainingClass) =>
    sql`select id from registrations where class_id = ${id} and state = 'pending'`;

  const insert = (tx: Pick<Database, 'execute'>, { id }: TrainingClass, person: Person) =>
    tx.execute(
      sql`insert into registrations (class_id, account_id, state, created_at, updated_at) values (${id}, ${person.id}, 'pending', now(), now())`,
    );

  test('counting and then inserting takes too many seats', async () => {
    const [trainingClass, crowd] = [await buildOpenClass(loose, 50), await buildCrowd(loose, 200)];
    await Promise.all(
      crowd.map((person) =>
        loose.transaction(async (tx) => {
          const { rows } = await tx.execute(held(trainingClass));
          if (rows.length >= trainingClass.limitNumber) return;
          await sleep(1);
          await insert(tx, trainingClass, person);
        }),
      ),
    );
    expect((await loose.execute(held(trainingClass))).rows.length).toBeGreaterThan(50);
    expect((await checkData(loose)).map(({ rule }) => rule)).toContain('seats_counted');
  });

  test('reading and then inserting lets a double click enrol twice', async () => {
    const [trainingClass, crowd] = [await buildOpenClass(loose, 200), await buildCrowd(loose, 200)];
    await Promise.all(
      crowd
        .flatMap((person) => [person, person])
        .map((person) =>
          loose.transaction(async (tx) => {
            const { rows } = await tx.execute(sql`${held(trainingClass)} and account_id = ${person.id}`);
            if (rows.length > 0) return;
            await sleep(1);
            await insert(tx, trainingClass, person);
          }),
        ),
    );
    expect((await loose.execute(held(trainingClass))).rows.length).toBeGreaterThan(200);
    expect((await checkData(loose)).map(({ rule }) => rule)).toContain('one_seat_each');
  });

  test('reading and then cancelling releases a seat twice', async () => {
    const [trainingClass, crowd] = [await buildOpenClass(loose, 100), await buildCrowd(loose, 100)];
    for (const account of crowd) await buildRegistration(loose, { class: trainingClass, account });
    await Promise.all(
      crowd
        .flatMap((person) => [person, person])
        .map((person) =>
          loose.transaction(async (tx) => {
            const { rows } = await tx.execute(sql`${held(trainingClass)} and account_id = ${person.id}`);
            if (rows.length === 0) return;
            await sleep(1);
            await tx.execute(
              sql`update registrations set state = 'cancelled' where class_id = ${trainingClass.id} and account_id = ${person.id}`,
            );
            await tx.execute(sql`update classes set number = number - 1 where id = ${trainingClass.id}`);
          }),
        ),
    );
    const [left] = await loose
      .select({ number: classes.number })
      .from(classes)
      .where(eq(classes.id, trainingClass.id));
    expect(left?.number).toBeLessThan(0);
  });
});
