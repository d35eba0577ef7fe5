import { addDays, today } from '@portal/contract/dates';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { remindHolders } from '../../src/certificates/reminders/remind-holders.ts';
import { sendDigests } from '../../src/certificates/reminders/send-digests.ts';
import {
  certificateDigests,
  certificateNeeds,
  certificateReminders,
  certificates,
} from '../../src/certificates/tables.ts';
import { remindSeatHolders } from '../../src/classes/reminders/remind-seat-holders.ts';
import { classes, classReminders } from '../../src/classes/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import { type Database, inTransaction, type Tx } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildAccount } from '../factories/account.ts';
import { buildClass } from '../factories/catalogue.ts';
import { buildCertificate } from '../factories/certificate.ts';
import { buildGroup, buildMembership } from '../factories/group.ts';
import { buildRegistration } from '../factories/registration.ts';
import { connectForRaces } from './concurrently.ts';
import { deadlocksIn } from './deadlocks.ts';
import { connectWithoutGuards, type RemoveGuard } from './without-guards.ts';

/* Two servers remind at the same time; a server dies in the middle of a turn. */

const PEOPLE = 8;
const ROUNDS = 6;

/** The locks let servers share the work; the unique index lets only one remind. */
const withoutLocks: RemoveGuard = (text) =>
  text.replace(/\bfor (no key update|share)( of [a-z, ]+)? skip locked/g, '');

/** The connection is lost between the row of the reminder and the mail. */
const dyingBeforeMails: RemoveGuard = (text) =>
  text.includes('insert into "mails"') ? 'select pg_terminate_backend(pg_backend_pid())' : text;

let database: TestDatabase;
let db: Database;
let unlocked: Database;
let dying: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
  unlocked = connectWithoutGuards(database.url, withoutLocks);
  dying = connectWithoutGuards(database.url, dyingBeforeMails);
  const startTime = new Date(NOW.getTime() + 86_400_000);
  const trainingClass = await buildClass(db, { startTime, limitNumber: PEOPLE });
  for (let n = 0; n < PEOPLE; n++) {
    const account = await buildAccount(db);
    const certificate = await buildCertificate(db, { account, endTime: addDays(today(NOW), 30) });
    await buildRegistration(db, { class: trainingClass, account, state: 'confirmed' });
    const group = await buildGroup(db, { createdAt: new Date(NOW.getTime() - 86_400_000) });
    await buildMembership(db, { group, account, role: 'manager' });
    await db
      .insert(certificateNeeds)
      .values({ groupId: group.id, kindId: certificate.kindId ?? 0, count: 1 });
  }
});
afterAll(async () => {
  for (const each of [db, unlocked, dying]) await each.$client.end();
  await database.drop();
});

const forget = async () => {
  await db.delete(mails);
  await db.delete(certificateReminders);
  await db.delete(classReminders);
  await db.delete(certificateDigests);
};
beforeEach(forget);

const keys: Readonly<Record<string, string>> = {
  remindHolders: 'certificate_reminders drop constraint certificate_reminders_certificate_id_days_pk',
  remindSeatHolders: 'class_reminders drop constraint class_reminders_class_id_registration_id_day_pk',
  sendDigests: 'certificate_digests drop constraint certificate_digests_group_id_month_pk',
};
const kinds = { remindHolders, remindSeatHolders, sendDigests };
type Remind = (tx: Tx, now: Date) => Promise<number>;

const onTwo = async (pool: Database, remind: Remind): Promise<number> => {
  const turn = () => inTransaction(pool, (tx) => remind(tx, NOW));
  await Promise.all([turn(), turn()]);
  return db.$count(mails);
};

describe.each(Object.entries(kinds))('%s', (name, remind) => {
  test('on two servers at once, with and without locks, reminds everybody once', async () => {
    for (const pool of [db, unlocked]) {
      for (let round = 0; round < ROUNDS; round++) {
        await forget();
        // Rows that one server has locked wait for the next turn.
        await onTwo(pool, remind);
        await inTransaction(db, (tx) => remind(tx, NOW));
        expect(await db.$count(mails)).toBe(PEOPLE);
      }
    }
  });

  test('on a server that dies in the middle reminds nobody twice and leaves nobody out', async () => {
    await expect(inTransaction(dying, (tx) => remind(tx, NOW))).rejects.toThrow();
    expect(await db.$count(mails)).toBe(0);
    expect(await inTransaction(db, (tx) => remind(tx, NOW))).toBe(PEOPLE);
    expect(await inTransaction(db, (tx) => remind(tx, NOW))).toBe(0);
    expect(await db.$count(mails)).toBe(PEOPLE);
  });

  test('control: without one transaction for both rows, people would be left out', async () => {
    // Each statement is a transaction of its own.
    await expect(remind(dying as unknown as Tx, NOW)).rejects.toThrow();
    expect(await inTransaction(db, (tx) => remind(tx, NOW))).toBe(0);
    expect(await db.$count(mails)).toBe(0);
  });

  test('control: without the unique index and the locks people are reminded twice', async () => {
    await db.execute(sql.raw(`alter table ${keys[name]}`));
    let most = 0;
    for (let round = 0; round < ROUNDS; round++) {
      await forget();
      most = Math.max(most, await onTwo(unlocked, remind));
    }
    expect(most).toBeGreaterThan(PEOPLE);
  });
});

/** Whether a turn reminds while the transaction that ends a certificate, or moves a class, is not committed. */
const remindedMeanwhile = async (pool: Database, remind: Remind, change: (tx: Tx) => Promise<unknown>) => {
  await forget();
  await inTransaction(db, async (tx) => {
    await change(tx);
    await inTransaction(pool, (other) => remind(other, NOW));
    throw new Error('rolled back');
  }).catch(() => {});
  return db.$count(mails);
};

const revokeAll = (tx: Tx) => tx.update(certificates).set({ state: 'revoked', endedAt: NOW });
const postponeAll = (tx: Tx) =>
  tx
    .update(classes)
    .set({ startTime: new Date(NOW.getTime() + 9 * 86_400_000) })
    .where(eq(classes.state, 'published'));

test.each([
  ['a certificate that is being revoked', remindHolders, revokeAll],
  ['a class that is being postponed', remindSeatHolders, postponeAll],
])('nobody is reminded of %s; control: without locks they are', async (_, remind, change) => {
  expect(await remindedMeanwhile(db, remind, change)).toBe(0);
  expect(await remindedMeanwhile(unlocked, remind, change)).toBeGreaterThan(0);
});

test('no deadlock occurred', async () => {
  expect(await deadlocksIn(database.url)).toBe(0);
});
