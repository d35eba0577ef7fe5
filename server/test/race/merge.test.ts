import { eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { accounts } from '../../src/accounts/tables.ts';
import { certificates } from '../../src/certificates/tables.ts';
import { enrol } from '../../src/enrolment/seats/enrol.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mergePeople } from '../../src/people/merge/merge-people.ts';
import { undoMerge } from '../../src/people/merge/undo-merge.ts';
import { personMerges } from '../../src/people/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { erasePerson } from '../../src/privacy/erasure/erase-person.ts';
import { requestErasure } from '../../src/privacy/request-erasure.ts';
import { privacyRequests } from '../../src/privacy/tables.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { issueForRegistration } from '../factories/issue.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { connectForRaces, type Operation, overlap } from './concurrently.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/* A merge of two people, and something else that happens to one of them at that moment. */

const DAY = 86_400_000;

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
  const survivor = await buildAccount(db, { emailConfirmedAt: new Date() });
  const removed = await buildAccount(db, { emailConfirmedAt: new Date() });
  const trainingClass = await buildClass(db, { startTime: new Date(Date.now() + 30 * DAY) });
  return { survivor, removed, trainingClass };
};
type Scenario = Awaited<ReturnType<typeof build>>;

const mergeOf = (survivorId: number, removedId: number) => ({ survivorId, removedId, reason: '同一人' });
const by = (now: Date) => ({ actor: decidingStaff(), now });

const merge: Operation<Scenario> = (tx, { survivor, removed }, now) =>
  mergePeople(tx, mergeOf(survivor.id, removed.id), by(now));
const mergeBack: Operation<Scenario> = (tx, { survivor, removed }, now) =>
  mergePeople(tx, mergeOf(removed.id, survivor.id), by(now));
const enrolAs =
  (who: 'survivor' | 'removed'): Operation<Scenario> =>
  (tx, scenario, now) => {
    const { code } = scenario.trainingClass;
    return enrol(tx, { code }, { actor: proveTrainee({ accountId: scenario[who].id }), now });
  };

const seatsOf = async ({ survivor, removed }: Scenario) => ({
  survivor: await db.$count(registrations, eq(registrations.accountId, survivor.id)),
  removed: await db.$count(registrations, eq(registrations.accountId, removed.id)),
});
const mergedOf = async ({ survivor, removed }: Scenario) => {
  const rows = await db
    .select({ id: accounts.id, into: accounts.mergedIntoId })
    .from(accounts)
    .where(inArray(accounts.id, [survivor.id, removed.id]));
  return rows.filter(({ into }) => into !== null).map(({ id }) => id);
};

const withoutTrigger = async (work: () => Promise<void>) => {
  const set = (state: 'disable' | 'enable') =>
    db.execute(sql.raw(`alter table registrations ${state} trigger registrations_of_erased`));
  await set('disable');
  await work().finally(() => set('enable'));
};

describe('a merge and an enrolment of the person who is removed', () => {
  test('the seat that was taken first moves', async () => {
    const scenario = await build();
    expect(await overlap(db, [enrolAs('removed'), merge], scenario)).toEqual(['done', 'done']);
    expect(await seatsOf(scenario)).toEqual({ survivor: 1, removed: 0 });
  });

  test('after the merge there is no seat', async () => {
    const scenario = await build();
    expect(await overlap(db, [merge, enrolAs('removed')], scenario)).toEqual(['done', 'class_full']);
    expect(await seatsOf(scenario)).toEqual({ survivor: 0, removed: 0 });
  });

  test('control: without the locks the seat stays with the removed account', async () => {
    const scenario = await build();
    expect(await overlap(unlocked, [enrolAs('removed'), merge], scenario)).toEqual(['done', 'done']);
    expect(await seatsOf(scenario)).toEqual({ survivor: 0, removed: 1 });
  });

  test('control: without the trigger the removed account gets a seat', async () => {
    await withoutTrigger(async () => {
      const scenario = await build();
      expect(await overlap(db, [merge, enrolAs('removed')], scenario)).toEqual(['done', 'done']);
      expect(await seatsOf(scenario)).toEqual({ survivor: 0, removed: 1 });
    });
  });
});

describe('a merge and an enrolment of the survivor in a class in which the other has a seat', () => {
  const buildSeat = async () => {
    const scenario = await build();
    await buildRegistration(db, { class: scenario.trainingClass, account: scenario.removed });
    return scenario;
  };

  test('the seat that was taken first stops the merge', async () => {
    const scenario = await buildSeat();
    expect(await overlap(db, [enrolAs('survivor'), merge], scenario)).toEqual(['done', 'merge_obstacle']);
    expect(await seatsOf(scenario)).toEqual({ survivor: 1, removed: 1 });
  });

  test('after the merge the survivor has the seat already', async () => {
    const scenario = await buildSeat();
    expect(await overlap(db, [merge, enrolAs('survivor')], scenario)).toEqual(['done', 'already_applied']);
    expect(await seatsOf(scenario)).toEqual({ survivor: 1, removed: 0 });
  });
});

describe('two merges of the same people', () => {
  test('the other way round: the second is refused', async () => {
    const scenario = await build();
    expect(await overlap(db, [merge, mergeBack], scenario)).toEqual(['done', 'merge_obstacle']);
    expect(await mergedOf(scenario)).toEqual([scenario.removed.id]);
  });

  test('the same way: the second is a repeat', async () => {
    const scenario = await build();
    expect(await overlap(db, [merge, merge], scenario)).toEqual(['done', 'done']);
    expect(await db.$count(personMerges, eq(personMerges.removedId, scenario.removed.id))).toBe(1);
  });

  test('control: without the locks each becomes part of the other', async () => {
    const scenario = await build();
    expect(await overlap(unlocked, [merge, mergeBack], scenario)).toEqual(['done', 'done']);
    expect(await mergedOf(scenario)).toHaveLength(2);
  });
});

describe('a merge and the issue of a certificate to the person who is removed', () => {
  const buildPassed = async () => {
    const scenario = await build();
    const startTime = new Date(Date.now() - 3 * DAY);
    const attended = await buildClass(db, {
      startTime,
      endTime: new Date(startTime.getTime() + 3_600_000),
    });
    const { id: registrationId } = await buildRegistration(db, {
      ...{ class: attended, account: scenario.removed, state: 'confirmed', result: 1 },
    });
    return { ...scenario, registrationId };
  };
  type Passed = Awaited<ReturnType<typeof buildPassed>>;
  const issue: Operation<Passed> = (tx, { registrationId }, now) =>
    issueForRegistration(tx, { registrationId }, by(now));
  const holdersOf = async ({ registrationId }: Passed) => {
    const held = await db
      .select({ accountId: certificates.accountId })
      .from(certificates)
      .where(eq(certificates.registrationId, registrationId));
    return held.map(({ accountId }) => accountId);
  };

  test('the certificate that was issued first moves', async () => {
    const scenario = await buildPassed();
    expect(await overlap<Passed>(db, [issue, merge], scenario)).toEqual(['done', 'done']);
    expect(await holdersOf(scenario)).toEqual([scenario.survivor.id]);
  });

  test('after the merge it is issued to the survivor', async () => {
    const scenario = await buildPassed();
    expect(await overlap<Passed>(db, [merge, issue], scenario)).toEqual(['done', 'done']);
    expect(await holdersOf(scenario)).toEqual([scenario.survivor.id]);
  });

  test('after undoing the merge it is issued to the person of the registration', async () => {
    const scenario = await buildPassed();
    await overlap<Passed>(db, [merge], scenario);
    const undo: Operation<Passed> = async (tx, { removed }, now) => {
      const merges = await tx.select().from(personMerges).where(eq(personMerges.removedId, removed.id));
      return undoMerge(tx, { mergeId: merges[0]?.id ?? 0, reason: '不同人' }, by(now));
    };
    expect(await overlap<Passed>(db, [undo, issue], scenario)).toEqual(['done', 'done']);
    expect(await holdersOf(scenario)).toEqual([scenario.removed.id]);
  });

  test('control: without the locks it stays with the removed account', async () => {
    const scenario = await buildPassed();
    expect(await overlap<Passed>(unlocked, [issue, merge], scenario)).toEqual(['done', 'done']);
    expect(await holdersOf(scenario)).toEqual([scenario.removed.id]);
  });
});

describe('a merge and an erasure', () => {
  const ask: Operation<Scenario> = (tx, { removed }, now) =>
    requestErasure(tx, { actor: proveTrainee({ accountId: removed.id }), now });
  const requestsOf = ({ removed }: Scenario) =>
    db.$count(privacyRequests, eq(privacyRequests.accountId, removed.id));

  test('an erased person is not merged, and one with a request is not either', async () => {
    const scenario = await build();
    const [request] = await db
      .insert(privacyRequests)
      .values({ accountId: scenario.removed.id, requestedAt: new Date() })
      .returning({ id: privacyRequests.id });
    const erase: Operation<Scenario> = (tx, _, now) =>
      erasePerson(tx, { requestId: request?.id ?? 0, reason: '已核對身分', version: 0 }, by(now));
    expect(await overlap(db, [erase, merge], scenario)).toEqual(['done', 'merge_obstacle']);
    expect(await mergedOf(scenario)).toEqual([]);
  });

  test('a request that came first stops the merge', async () => {
    const scenario = await build();
    expect(await overlap(db, [ask, merge], scenario)).toEqual(['done', 'merge_obstacle']);
  });

  test('after the merge the removed account asks for nothing', async () => {
    const scenario = await build();
    expect(await overlap(db, [merge, ask], scenario)).toEqual(['done', 'session_ended']);
    expect(await requestsOf(scenario)).toBe(0);
  });

  test('control: without the locks a request waits for an account that is part of another', async () => {
    const scenario = await build();
    expect(await overlap(unlocked, [ask, merge], scenario)).toEqual(['done', 'done']);
    expect([await requestsOf(scenario), await mergedOf(scenario)]).toEqual([1, [scenario.removed.id]]);
  });
});
