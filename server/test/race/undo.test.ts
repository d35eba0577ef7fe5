import { today } from '@portal/contract/dates';
import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proveTrainee } from '../../src/accounts/actors.ts';
import { approveRegistration } from '../../src/enrolment/review/approve-registration.ts';
import { undoApproval } from '../../src/enrolment/review/undo-approval.ts';
import { undoApprovals } from '../../src/enrolment/review/undo-approvals.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import { sendDueMails } from '../../src/mail/worker.ts';
import { reportPayment } from '../../src/payment/report-payment.ts';
import { readConfig } from '../../src/platform/config.ts';
import { type Database, inTransaction } from '../../src/platform/database/database.ts';
import { openFiles } from '../../src/platform/files/files.ts';
import { createLog } from '../../src/platform/observe/log.ts';
import { letters } from '../../src/timers/letters.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { one } from '../factories/one.ts';
import { buildRegistration } from '../factories/registration.ts';
import { seenRegistration } from '../factories/seen.ts';
import { decidingStaff } from '../factories/staff.ts';
import { connectForRaces, type Operation, outcome, overlap, resultOf } from './concurrently.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { connectWithoutGuards, withoutRowLocks } from './without-guards.ts';

/** How often each race is repeated. */
const ROUNDS = 8;
/** The most rounds until one shows what happens without the guard. Mostly it is the first. */
const CONTROL_ROUNDS = 40;

let database: TestDatabase;
let db: Database;
beforeAll(async () => {
  database = await createTestDatabase();
  db = connectForRaces(database.url);
});
afterAll(async () => {
  await db.$client.end();
  await database.drop();
});

const actor = decidingStaff();

interface Approved {
  readonly registrationId: number;
  readonly version: number;
  readonly code: string;
  readonly accountId: number;
  readonly at: Date;
}

/** A registration that was approved now. */
const approve = async (account: Person): Promise<Approved> => {
  const target = await buildOpenClass(db, 5);
  const { id } = await buildRegistration(db, { class: target, account, createdAt: new Date() });
  const at = new Date();
  await inTransaction(db, (tx) =>
    approveRegistration(tx, { registrationId: id, isUndoable: true }, { actor, now: at }),
  );
  const version = await seenRegistration(db, { id });
  return { registrationId: id, version, code: target.code, accountId: account.id, at };
};

const undo: Operation<Approved> = (tx, { registrationId, version }, now) =>
  undoApproval(tx, { registrationId, version }, { actor, now });

const report: Operation<Approved> = (tx, { code, accountId }, now) => {
  const remittance = { paidTime: today(now), lastFive: '00042', paidMoney: 1500, paidName: '王小明' };
  return reportPayment(tx, { ...remittance, code }, { actor: proveTrainee({ accountId }), now });
};

const stateOf = async ({ registrationId }: Approved) =>
  one(await db.select().from(registrations).where(eq(registrations.id, registrationId))).state;

/** The moment at which the mail is due and the undo still allowed. */
const lastMoment = ({ at }: Approved) => new Date(at.getTime() + UNDO_SECONDS * 1000);

const config = () => readConfig({ DATABASE_URL: database.url, LOG_LEVEL: 'silent' });

/** Returns the number of mails that left. */
const sendAt = async (now: Date): Promise<number> => {
  let sent = 0;
  const deliver = async () => {
    sent += 1;
  };
  const rest = { files: openFiles(config()), log: createLog('silent'), clock: () => now };
  await sendDueMails({ db, ...rest, letters, publicUrl: 'https://portal.example', deliver });
  return sent;
};

/** The undo and the worker at the same time: whether the mail left, and whether the approval was undone. */
const meet = async (approved: Approved) => {
  const now = lastMoment(approved);
  const [undone, sent] = await Promise.all([
    resultOf(inTransaction(db, (tx) => undo(tx, approved, now))),
    sendAt(now),
  ]);
  const late = await sendAt(now);
  return { undone: undone === 'done', sent: sent + late > 0 };
};

test('an approval is undone or its mail leaves, never both', async () => {
  for (const person of await buildCrowd(db, ROUNDS)) {
    await db.delete(mails);
    const approved = await approve(person);
    const { undone, sent } = await meet(approved);
    expect(sent).toBe(!undone);
    expect(await stateOf(approved)).toBe(undone ? 'pending' : 'unpaid');
  }
});

test('control: without the lock on the mail, a mail leaves about an approval that is undone', async () => {
  let send = () => {};
  const unlocked = connectWithoutGuards(database.url, (text) => {
    if (!text.includes('from "mails"') || !text.startsWith('select')) return text;
    send();
    return withoutRowLocks(text);
  });
  try {
    const outcomes: string[] = [];
    for (const person of await buildCrowd(db, CONTROL_ROUNDS)) {
      await db.delete(mails);
      const approved = await approve(person);
      const now = lastMoment(approved);
      let sending = Promise.resolve(0);
      // The worker takes the mail after the undo has looked at it.
      send = () => {
        sending = sendAt(now);
      };
      const undone = await resultOf(inTransaction(unlocked, (tx) => undo(tx, approved, now)));
      outcomes.push(`${undone}, sent ${await sending}`);
      if (outcomes.at(-1) === 'done, sent 1') break;
    }
    expect(outcomes).toContain('done, sent 1');
  } finally {
    await unlocked.$client.end();
  }
});

test.each([
  ['an undo before a payment report', [undo, report], ['done', 'payment_not_approved'], 'pending'],
  ['a payment report before an undo', [report, undo], ['done', 'changed_meanwhile'], 'reported'],
] as const)('%s: the second is refused', async (_, operations, results, state) => {
  for (const person of await buildCrowd(db, 3)) {
    const approved = await approve(person);
    expect(await overlap(db, operations, approved)).toEqual(results);
    expect(await stateOf(approved)).toBe(state);
  }
});

test('control: without the locks, a payment is reported for an approval that is undone', async () => {
  const unlocked = connectWithoutGuards(database.url, withoutRowLocks);
  try {
    const both: string[][] = [];
    for (const person of await buildCrowd(db, ROUNDS)) {
      const approved = await approve(person);
      both.push(await Promise.all([outcome(unlocked, undo, approved), outcome(unlocked, report, approved)]));
    }
    expect(both).toContainEqual(['done', 'done']);
  } finally {
    await unlocked.$client.end();
  }
});

const BATCH_SIZE = 6;

/** A batch that was approved now, and the last moment for both the undo and the mails. */
const approveBatch = async () => {
  await db.delete(mails);
  const batch: Approved[] = [];
  for (const person of await buildCrowd(db, BATCH_SIZE)) batch.push(await approve(person));
  const moments = batch.map((each) => lastMoment(each).getTime());
  // The mails of the first are due: the others follow within the round.
  return { batch, now: new Date(Math.min(...moments)), end: new Date(Math.max(...moments)) };
};

/** Undoes the batch, while the others work on its people. Returns the results of the undo, in order. */
const undoBatch = async (from: Database, batch: readonly Approved[], now: Date): Promise<boolean[]> => {
  const asked = batch.map(({ registrationId, version }) => ({ id: registrationId, version }));
  const results = await undoApprovals(from, asked, { actor, now });
  return results.map(({ done }) => done);
};

const statesOf = async (batch: readonly Approved[]): Promise<string[]> => {
  const states: string[] = [];
  for (const each of batch) states.push(await stateOf(each));
  return states;
};

test('of a batch that is undone while its mails leave, each mail leaves or its approval is undone', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { batch, now, end } = await approveBatch();
    const [undone, sent] = await Promise.all([undoBatch(db, batch, now), sendAt(end)]);
    const late = await sendAt(end);
    expect(sent + late).toBe(undone.filter((done) => !done).length);
    expect(await statesOf(batch)).toEqual(undone.map((done) => (done ? 'pending' : 'unpaid')));
  }
});

test('of a batch that is undone while its people report payments, each is undone or reported', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { batch, now } = await approveBatch();
    const [undone, reports] = await Promise.all([
      undoBatch(db, batch, now),
      Promise.all(batch.map((each) => outcome(db, report, each))),
    ]);
    expect(reports).toEqual(undone.map((done) => (done ? 'payment_not_approved' : 'done')));
    expect(await statesOf(batch)).toEqual(undone.map((done) => (done ? 'pending' : 'reported')));
  }
});

test('control: without the locks, a batch is undone whose people have reported payments', async () => {
  const unlocked = connectWithoutGuards(database.url, withoutRowLocks);
  try {
    const { batch, now } = await approveBatch();
    const [undone, reports] = await Promise.all([
      undoBatch(unlocked, batch, now),
      Promise.all(batch.map((each) => outcome(unlocked, report, each))),
    ]);
    expect(undone.map((done, at) => done && reports[at] === 'done')).toContain(true);
  } finally {
    await unlocked.$client.end();
  }
});
