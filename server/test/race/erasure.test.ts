import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { accounts } from '../../src/accounts/tables.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { erasePerson } from '../../src/privacy/erasure/erase-person.ts';
import { packPersonalData } from '../../src/privacy/export-own-data.ts';
import { privacyRequests } from '../../src/privacy/tables.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { decidingStaff } from '../factories/staff.ts';
import { isWaiting } from '../locks.ts';
import { connectForRaces, type Operation, overlap, resultOf } from './concurrently.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

let database: TestDatabase;
let db: Database;
let unlocked: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, (text) =>
    withoutRowLocks(text).replace(/ for (?:key share|update)/g, ''),
  );
});
afterAll(async () => {
  await unlocked.$client.end();
  await db.$client.end();
  await database.drop();
});

const build = async () => {
  const person = await buildAccount(db, { emailConfirmedAt: new Date() });
  const { code } = await buildClass(db, { startTime: new Date(Date.now() + 30 * 86_400_000) });
  const [request] = await db
    .insert(privacyRequests)
    .values({ accountId: person.id, requestedAt: new Date() })
    .returning({ id: privacyRequests.id });
  return { person, code, requestId: request?.id ?? 0 };
};
type Scenario = Awaited<ReturnType<typeof build>>;

const erase: Operation<Scenario> = (tx, { requestId }, now) =>
  erasePerson(tx, { requestId, reason: '已核對身分', version: 0 }, { actor: decidingStaff(), now });

const takeSeat: Operation<Scenario> = (tx, { person, code }, now) =>
  enrol(tx, { code }, { actor: proveTrainee({ accountId: person.id }), now });

const findState = async ({ person: { id } }: Scenario) => {
  const [account] = await db.select({ at: accounts.erasedAt }).from(accounts).where(eq(accounts.id, id));
  return {
    isErased: account?.at !== null,
    seats: await db.$count(registrations, eq(registrations.accountId, id)),
  };
};

const withoutTrigger = async (work: () => Promise<void>) => {
  const set = (state: 'disable' | 'enable') =>
    db.execute(sql.raw(`alter table registrations ${state} trigger registrations_of_erased`));
  await set('disable');
  await work().finally(() => set('enable'));
};

describe('an erasure and an enrolment at once', () => {
  test('the seat that was taken first stops the erasure', async () => {
    const scenario = await build();
    expect(await overlap(db, [takeSeat, erase], scenario)).toEqual(['done', 'erasure_obstacle']);
    expect(await findState(scenario)).toEqual({ isErased: false, seats: 1 });
  });

  test('the person who was erased first gets no seat', async () => {
    const scenario = await build();
    expect(await overlap(db, [erase, takeSeat], scenario)).toEqual(['done', 'class_full']);
    expect(await findState(scenario)).toEqual({ isErased: true, seats: 0 });
  });

  test('control: without the lock a person with a seat is erased', async () => {
    const scenario = await build();
    expect(await overlap(unlocked, [takeSeat, erase], scenario)).toEqual(['done', 'done']);
    expect(await findState(scenario)).toEqual({ isErased: true, seats: 1 });
  });

  test('control: without the trigger an erased person gets a seat', async () => {
    await withoutTrigger(async () => {
      const scenario = await build();
      expect(await overlap(db, [erase, takeSeat], scenario)).toEqual(['done', 'done']);
      expect(await findState(scenario)).toEqual({ isErased: true, seats: 1 });
    });
  });
});

describe('an erasure while the copy of the data is read', () => {
  /** Begins a copy that stands still at the photo. */
  const beginCopy = async (connection: Database) => {
    const scenario = await build();
    await db.update(accounts).set({ photoKey: 'photos/held' }).where(eq(accounts.id, scenario.person.id));
    const [arrived, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const read = async () => {
      arrived.resolve();
      await goOn.promise;
      return Buffer.from('photo');
    };
    const copy = packPersonalData(
      { db: connection, files: { read } as never },
      scenario.person.id,
      new Date(),
    );
    await arrived.promise;
    const erasure = resultOf(inTransaction(connection, (tx) => erase(tx, scenario, new Date())));
    return { copy, erasure, goOn: goOn.resolve };
  };

  test('waits until the copy is complete', async () => {
    const { copy, erasure, goOn } = await beginCopy(db);
    expect(await isWaiting(db, erasure)).toBe(true);
    goOn();
    expect((await copy).toString()).toContain('photo.jpg');
    expect(await erasure).toBe('done');
  });

  test('control: without the lock the person is erased under the copy', async () => {
    const { copy, erasure, goOn } = await beginCopy(unlocked);
    expect(await erasure).toBe('done');
    goOn();
    await copy;
  });
});
