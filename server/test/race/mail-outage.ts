import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import * as contract from '@portal/contract/enrolment';
import { eq, gt, type SQL, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { accounts } from '../../src/accounts/tables.ts';
import { checkData } from '../../src/commands/check-data.ts';
import { registrations } from '../../src/enrolment/tables.ts';
import { mails } from '../../src/mail/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { freePort, openSmtpServer, type SmtpServer } from '../smtp.ts';
import { buildCrowd, buildOpenClass, type Person } from './crowd.ts';
import { look, lookAsOwner } from './look.ts';
import { type ServerProcess, startServer } from './server-process.ts';

interface Outage {
  readonly people: number;
  /** Fewer seats than people, so that some are refused and their transactions rolled back. */
  readonly seats: number;
  /** Outage of the SMTP server in milliseconds; enrolments continue. */
  readonly downFor: number;
  /** Number of SIGKILLs during the outage; one more follows while the mails go out. */
  readonly kills: number;
  /** Whether waiting mails are sent as soon as the SMTP server is back, as an operator can order, or when they are due. */
  readonly hurry: boolean;
  /** Time limit for all mails to arrive afterwards, in milliseconds. */
  readonly arriveWithin: number;
  /** SQL that removes a guard, for the control. */
  readonly spoil?: SQL;
}

const AT_ONCE = 6;

/**
 * People enrol at an even pace and repeat until they get an answer. Returns those enrolled and those refused.
 */
const enrolAll = async (
  server: () => ServerProcess,
  { crowd, code, within }: { crowd: readonly Person[]; code: string; within: number },
) => {
  const outcomes: { enrolled: number[]; refused: number[] } = { enrolled: [], refused: [] };
  const waiting = [...crowd];
  const pace = (within * AT_ONCE) / crowd.length;
  const come = async () => {
    for (let person = waiting.pop(); person; person = waiting.pop()) {
      const { status } = await server().call(contract.enrol, { token: person.token, body: { code } });
      if (status === 200) outcomes.enrolled.push(person.id);
      else if (status === 422) outcomes.refused.push(person.id);
      else waiting.push(person);
      await sleep(pace);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, come));
  return outcomes;
};

const waiting = eq(mails.state, 'queued');

/** The procedure of docs/operations.md. */
const sendNow = (db: Database) => db.update(mails).set({ dueAt: new Date() }).where(waiting);

const until = async (within: number, done: () => boolean | Promise<boolean>) => {
  const start = performance.now();
  while (!(await done())) {
    expect(performance.now() - start).toBeLessThan(within);
    await sleep(20);
  }
};

const idIn = (raw: Buffer): string => /^Message-ID: <([^@]+)@/m.exec(raw.toString('latin1'))?.[1] ?? '';

const accountsOf = async (db: Database, classId: number) =>
  db
    .select({ id: accounts.id, email: accounts.email })
    .from(registrations)
    .innerJoin(accounts, eq(accounts.id, registrations.accountId))
    .where(eq(registrations.classId, classId));

const expectAllArrived = async (
  db: Database,
  { received }: SmtpServer,
  { classId, enrolled }: { classId: number; enrolled: readonly number[] },
) => {
  const committed = await accountsOf(db, classId);
  const ids = committed.map(({ id }) => id);
  expect(enrolled.filter((id) => !ids.includes(id))).toEqual([]);
  // Each of a committed action at least once, none of a rolled-back one.
  const arrived = new Set(received.flatMap(({ to }) => to));
  expect([...arrived].toSorted()).toEqual(committed.map(({ email }) => email).toSorted());
  // And as they were written: one row each, whose id every copy has.
  const rows = await db.select({ id: mails.id, state: mails.state }).from(mails);
  expect(rows.map(({ state }) => state)).toEqual(Array(committed.length).fill('sent'));
  const sent = new Set(received.map(({ raw }) => idIn(raw)));
  expect([...sent].toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
  expect(await checkData(db)).toEqual([]);
};

/**
 * The SMTP server is down under a load of enrolments, and the portal is killed by force meanwhile, and again while the
 * mails go out. Expects that each mail of a committed registration arrives, and no other.
 */
export const expectMailToSurvive = async (outage: Outage): Promise<void> => {
  const { people, seats, downFor, kills, hurry, arriveWithin, spoil = sql`select` } = outage;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-mail-'));
  const port = await freePort();
  const start = () => startServer({ DATA_DIR: dataDir, SMTP_URL: `smtp://127.0.0.1:${port}` });
  let smtp: SmtpServer | undefined;
  let server = await start();
  const killAndStart = async () => {
    server.kill('SIGKILL');
    await server.exited;
    server = await start();
  };
  try {
    await lookAsOwner(dataDir, (db) => db.execute(spoil));
    const { trainingClass, crowd } = await look(dataDir, async (db) => {
      return { trainingClass: await buildOpenClass(db, seats), crowd: await buildCrowd(db, people) };
    });
    const down = sleep(downFor);
    const enrolling = enrolAll(() => server, { crowd, code: trainingClass.code, within: downFor });
    for (let kill = 0; kill < kills; kill++) {
      await sleep(downFor / (kills + 1));
      await killAndStart();
    }
    const { enrolled, refused } = await enrolling;
    await down;
    expect(refused.length).toBeGreaterThan(0);
    // Mails have been tried in vain, so that some could be lost.
    const tried = await look(dataDir, (db) => db.$count(mails, gt(mails.attempts, 0)));
    expect(tried).toBeGreaterThan(AT_ONCE);

    smtp = await openSmtpServer({ port });
    const { received } = smtp;
    if (hurry) await look(dataDir, sendNow);
    const noneWaits = () => look(dataDir, async (db) => (await db.$count(mails, waiting)) === 0);
    await until(arriveWithin, async () => received.length > AT_ONCE || (await noneWaits()));
    await killAndStart();
    if (hurry) await look(dataDir, sendNow);
    await until(arriveWithin, noneWaits);
    const taken = smtp;
    await look(dataDir, (db) => expectAllArrived(db, taken, { classId: trainingClass.id, enrolled }));
  } finally {
    if (server.isAlive()) await server.stop();
    await smtp?.close();
    await rm(dataDir, { recursive: true, force: true });
  }
};
