import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { markMailboxConfirmed } from '../../src/accounts/mailbox/confirm-mailbox.ts';
import { accounts } from '../../src/accounts/tables.ts';
import { classes } from '../../src/classes/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { cancelRegistration } from '../../src/enrolment/seats/cancel-registration.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { findLapsed, lapseRegistration } from '../../src/enrolment/seats/lapse-registration.ts';
import { registrationEvents, registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { one } from '../factories/one.ts';
import { decidingStaff } from '../factories/staff.ts';
import { concurrently, connectForRaces, type Operation } from './concurrently.ts';
import { buildCrowd, buildOpenClass } from './crowd.ts';
import { deadlocksIn } from './deadlocks.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

const HOUR = 3_600_000;
const ROUNDS = 8;

let database: TestDatabase;
let db: Database;
let unlocked: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, withoutRowLocks);
});
afterAll(async () => {
  await db.$client.end();
  await unlocked.$client.end();
  await database.drop();
});

interface Scenario {
  readonly id: number;
  readonly accountId: number;
  readonly code: string;
  /** The state of the registration that the person's confirmation has read in its own transaction. */
  found?: string;
}

/** Seats of others, which nobody gives back. */
const OTHERS = 3;

/** An unconfirmed person who enrolled a hundred hours ago. */
const buildLapsed = async (): Promise<Scenario> => {
  const [{ id: accountId } = { id: 0 }, ...others] = await buildCrowd(db, 1 + OTHERS);
  await db.update(accounts).set({ emailConfirmedAt: null }).where(eq(accounts.id, accountId));
  const { code } = await buildOpenClass(db, 5);
  const take = (person: number, now: Date) =>
    inTransaction(db, (tx) => enrol(tx, { code }, { actor: proveTrainee({ accountId: person }), now }));
  for (const { id } of others) await take(id, new Date());
  return { id: await take(accountId, new Date(Date.now() - 100 * HOUR)), accountId, code };
};

const stateOf = async ({ id }: Scenario) =>
  one(await db.select().from(registrations).where(eq(registrations.id, id))).state;

const lapse: Operation<Scenario> = (tx, { id }, now) =>
  lapseRegistration(tx, { registrationId: id }, { now });

/** A person who confirms, and finds the seat still held, keeps it. The commit takes a while. */
const confirm: Operation<Scenario> = async (tx, scenario, now) => {
  await markMailboxConfirmed(tx, scenario.accountId, now);
  const found = await tx.select().from(registrations).where(eq(registrations.id, scenario.id));
  scenario.found = one(found).state;
  await tx.execute(sql`select pg_sleep(0.1)`);
};

const promised = async (pool: Database): Promise<string[]> => {
  const ends: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const scenario = await buildLapsed();
    await concurrently(pool, [lapse, confirm], scenario, round);
    ends.push(`${scenario.found} → ${await stateOf(scenario)}`);
  }
  return [...new Set(ends)].toSorted();
};

const BROKEN_PROMISE = 'pending → cancelled';

test('a person who confirms in time keeps the seat', async () => {
  expect(await promised(db)).not.toContain(BROKEN_PROMISE);
});

test('control: without the lock of the account a confirmed person loses it', async () => {
  expect(await promised(unlocked)).toContain(BROKEN_PROMISE);
});

const others = {
  approve: (tx, { id }, now) =>
    approveRegistration(tx, { registrationId: id }, { actor: decidingStaff(), now }),
  cancel: (tx, { code, accountId }, now) =>
    cancelRegistration(tx, { code }, { actor: proveTrainee({ accountId }), now }),
} as const satisfies Record<string, Operation<Scenario>>;

test.each<[keyof typeof others, string[]]>([
  ['approve', ['done → unpaid', 'registration_unknown → cancelled']],
  ['cancel', ['done → cancelled', 'registration_unknown → cancelled']],
])('a registration that lapses while somebody wants to %s it ends in one way', async (name, legal) => {
  for (let round = 0; round < ROUNDS; round++) {
    const scenario = await buildLapsed();
    const [, result] = await concurrently(db, [lapse, others[name]], scenario, round);
    expect(legal).toContain(`${result} → ${await stateOf(scenario)}`);
  }
});

/** Three servers find the same registration. Returns how often its seat was given back, with events and mails. */
const lapseOnThree = async (pool: Database) => {
  const scenario = await buildLapsed();
  expect(await findLapsed(db, new Date())).toContain(scenario.id);
  await concurrently(pool, [lapse, lapse, lapse], scenario, 0);
  const { number } = one(await db.select().from(classes).where(eq(classes.code, scenario.code)));
  const events = await db
    .select()
    .from(registrationEvents)
    .where(eq(registrationEvents.registrationId, scenario.id));
  const told = await db.select().from(mails).where(eq(mails.accountId, scenario.accountId));
  return [
    1 + OTHERS - number,
    events.filter(({ action }) => action === 'registration.lapse').length,
    told.filter(({ template }) => template === 'lapsed').length,
  ];
};

test('three servers give back a seat once, with one event and one mail', async () => {
  expect(await lapseOnThree(db)).toEqual([1, 1, 1]);
});

test('the data are consistent afterwards, and no deadlock occurred', async () => {
  expect(await checkData(db)).toEqual([]);
  expect(await deadlocksIn(database.url)).toBe(0);
});

test('control: without locks they write more than one event', async () => {
  const [, events] = await lapseOnThree(unlocked);
  expect(events).toBeGreaterThan(1);
});
