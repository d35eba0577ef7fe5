import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { revokeCertificate } from '../../src/certificates/issue/revoke-certificate.ts';
import { certificates } from '../../src/certificates/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { recordResult } from '../../src/training/results/record-result.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { issueForRegistration } from '../factories/issue.ts';
import { buildRegistration } from '../factories/registration.ts';
import { decidingStaff } from '../factories/staff.ts';
import { connectForRaces, type Operation, overlap } from './concurrently.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/* A certificate is issued while another operation removes the reason for it. The second begins before the first commits. */

const DAY = 86_400_000;
const actor = decidingStaff();

let database: TestDatabase;
let db: Database;
let unlocked: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, withoutRowLocks);
});
afterAll(async () => {
  await Promise.all([db.$client.end(), unlocked.$client.end()]);
  await database.drop();
});

interface Scenario {
  readonly registrationId: number;
}

/** Somebody who has passed a class that is over. */
const buildScenario = async (): Promise<Scenario> => {
  const ago = (days: number) => new Date(Date.now() - days * DAY);
  const trainingClass = await buildClass(db, { startTime: ago(3), endTime: ago(2), fee: 0 });
  const account = await buildAccount(db, { photoKey: 'photos/kept' });
  const row = { class: trainingClass, account, state: 'confirmed', result: 1 } as const;
  return { registrationId: (await buildRegistration(db, row)).id };
};

const issue: Operation<Scenario> = (tx, { registrationId }, now) =>
  issueForRegistration(tx, { registrationId }, { actor, now });
const fail: Operation<Scenario> = (tx, { registrationId }, now) =>
  recordResult(tx, { registrationId, result: 2, scores: [] }, { actor, now });
const revoke: Operation<Scenario> = async (tx, { registrationId }, now) => {
  const [held] = await tx
    .select({ id: certificates.id })
    .from(certificates)
    .where(eq(certificates.registrationId, registrationId));
  await revokeCertificate(tx, { certificateId: held?.id ?? 0, reason: '資格不符' }, { actor, now });
};

const statesOf = async ({ registrationId }: Scenario) =>
  (
    await db
      .select({ state: certificates.state })
      .from(certificates)
      .where(eq(certificates.registrationId, registrationId))
      .orderBy(asc(certificates.id))
  ).map(({ state }) => state);

describe('the correction of a result', () => {
  test('first: nothing is issued any more', async () => {
    const scenario = await buildScenario();
    expect(await overlap(db, [fail, issue], scenario)).toEqual(['done', 'certificate_not_passed']);
    expect(await statesOf(scenario)).toEqual([]);
  });

  test('second: it waits for the certificate, which the desk then marks', async () => {
    const scenario = await buildScenario();
    expect(await overlap(db, [issue, fail], scenario)).toEqual(['done', 'done']);
    expect(await statesOf(scenario)).toEqual(['valid']);
  });

  test('control: without locks somebody who has failed is issued one', async () => {
    const scenario = await buildScenario();
    expect(await overlap(unlocked, [fail, issue], scenario)).toEqual(['done', 'done']);
    expect(await statesOf(scenario)).toEqual(['valid']);
  });
});

describe('a revocation', () => {
  const buildHolder = async () => {
    const scenario = await buildScenario();
    await inTransaction(db, (tx) => issue(tx, scenario, new Date()));
    return scenario;
  };

  test('first: the person is issued another one', async () => {
    const scenario = await buildHolder();
    expect(await overlap(db, [revoke, issue], scenario)).toEqual(['done', 'done']);
    expect(await statesOf(scenario)).toEqual(['revoked', 'valid']);
  });

  test('second: it ends the one that was issued before', async () => {
    const scenario = await buildHolder();
    expect(await overlap(db, [issue, revoke], scenario)).toEqual(['done', 'done']);
    expect(await statesOf(scenario)).toEqual(['revoked']);
  });

  test('control: without locks the person is left without one, and nobody is told', async () => {
    const scenario = await buildHolder();
    expect(await overlap(unlocked, [revoke, issue], scenario)).toEqual(['done', 'done']);
    expect(await statesOf(scenario)).toEqual(['revoked']);
  });
});

test('no rule about the data is broken', async () => {
  expect(await checkData(db)).toEqual([]);
});
