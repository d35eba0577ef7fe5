import * as contract from '@portal/contract/person-form';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { withCountedRegistration } from '../../src/accounts/sign-up/registration-budget.ts';
import { accounts, registrationAttempts } from '../../src/accounts/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { countPending } from '../../src/enrolment/queries.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { takeSeats } from '../../src/enrolment/seats/seats.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildRegistrationForm } from '../factories/account.ts';
import { buildOrganization } from '../factories/catalogue.ts';
import { one } from '../factories/one.ts';
import { multipart } from '../multipart.ts';
import { connectForRaces, type Operation, outcome, resultOf } from './concurrently.ts';
import { buildCrowd, buildOpenClass } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { startServer } from './server-process.ts';

const LIMIT = 150;
const NETWORK = '203.0.113.7';

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  await buildOrganization(db);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const spend = async (times: number, network = NETWORK) => {
  await db.delete(registrationAttempts);
  const at = new Date();
  await db.insert(registrationAttempts).values(Array.from({ length: times }, () => ({ network, at })));
};

/** Tries forty registrations at once while the budget has five left. Returns how many it admits. */
const letThrough = async (pool: Database): Promise<number> => {
  await spend(LIMIT - 5);
  const caller = { address: NETWORK, now: new Date() };
  const outcomes = await Promise.all(
    Array.from({ length: 40 }, () =>
      resultOf(withCountedRegistration(pool, caller, async () => ({ isNew: true }))),
    ),
  );
  return outcomes.filter((what) => what === 'done').length;
};

test('the budget admits as many simultaneous registrations as it has left', async () => {
  expect(await letThrough(db)).toBe(5);
});

test('control: without its lock it admits more', async () => {
  await db.execute(sql`create schema unlocked`);
  await db.execute(
    sql`create function unlocked.pg_advisory_xact_lock(int, int) returns void language sql as ''`,
  );
  // The registrations overlap even if their connections open one after the other.
  await db.execute(
    sql`create function unlocked.wait() returns trigger language plpgsql as 'begin perform pg_sleep(0.3); return new; end'`,
  );
  await db.execute(
    sql`create trigger wait before insert on registration_attempts for each statement execute function unlocked.wait()`,
  );
  const url = new URL(database.url);
  const name = sql.identifier(decodeURIComponent(url.pathname.slice(1)));
  await db.execute(sql`alter database ${name} set search_path = unlocked, public, pg_catalog`);
  const unlocked = connectForRaces(database.url);
  try {
    expect(await letThrough(unlocked)).toBeGreaterThan(5);
  } finally {
    await unlocked.$client.end();
    await db.execute(sql`alter database ${name} reset search_path`);
    await db.execute(sql`drop schema unlocked cascade`);
  }
});

test('two servers share one budget', async () => {
  const servers = await Promise.all([1, 2].map(() => startServer({ DATABASE_URL: database.url })));
  try {
    await spend(LIMIT - 5, '127.0.0.1');
    const before = await db.$count(accounts);
    const statuses = await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const { body, headers } = await multipart({ fields: buildRegistrationForm() });
        const response = await fetch(`${servers[n % 2]?.address}${contract.register.path}`, {
          method: 'POST',
          headers,
          body: new Uint8Array(body),
        });
        await response.arrayBuffer();
        return response.status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 429)).toHaveLength(25);
    expect(await db.$count(accounts)).toBe(before + 5);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
});

interface SeatRequest {
  readonly accountId: number;
  readonly code: string;
}

/** Five people without a confirmed mailbox want six classes each, at once: how many seats each of them got. */
const seatsOfUnconfirmed = async (operation: Operation<SeatRequest>): Promise<number[]> => {
  const people = await buildCrowd(db, 5);
  const trainingClasses: Awaited<ReturnType<typeof buildOpenClass>>[] = [];
  while (trainingClasses.length < 6) trainingClasses.push(await buildOpenClass(db, 50));
  for (const { id } of people)
    await db.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, id));
  await Promise.all(
    people.flatMap(({ id: accountId }) =>
      trainingClasses.map(({ code }) => outcome(db, operation, { accountId, code })),
    ),
  );
  const pending = await countPending(
    db,
    people.map(({ id }) => id),
  );
  return people.map(({ id }) => pending.get(id) ?? 0);
};

const unguarded: Operation<SeatRequest> = async (tx, { accountId, code }, now) => {
  if (((await countPending(tx, [accountId])).get(accountId) ?? 0) >= 2) return;
  await tx.execute(sql`select pg_sleep(0.02)`);
  one(
    await takeSeats(
      tx,
      { code, groupId: null, people: [{ accountId, actor: proveTrainee({ accountId }) }] },
      now,
    ),
  );
};

test('simultaneous enrolments with an unconfirmed mailbox take two seats', async () => {
  expect(
    await seatsOfUnconfirmed((tx, input, now) => enrol(tx, input, { actor: proveTrainee(input), now })),
  ).toEqual([2, 2, 2, 2, 2]);
});

test('control: without the lock on the account they take more', async () => {
  expect(Math.max(...(await seatsOfUnconfirmed(unguarded)))).toBeGreaterThan(2);
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  expect(await deadlocksIn(database.url)).toBe(0);
});
