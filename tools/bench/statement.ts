import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { today } from '@portal/contract/dates';
import { statementMatches } from '@portal/contract/office/statements';
import { eq, sql } from 'drizzle-orm';
import { classes } from '../../server/src/classes/tables.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import {
  type MatchedLine,
  type MatchedReport,
  matchLines,
} from '../../server/src/statements/matching/match.ts';
import { buildCrowd, buildOpenClass } from '../../server/test/race/crowd.ts';
import { look, lookAsOwner } from '../../server/test/race/look.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';
import {
  buildCashier,
  type Cashier,
  sendStatement,
  statementForm,
} from '../../server/test/race/statement-upload.ts';
import { atFixedRate, type Crowd, describe, type Looks, lookAt, p95, RATE, ratioOf, rowOf } from './looks.ts';
import { medianOf } from './measure.ts';

/* Imports a statement of 5,000 lines against 5,000 reports, while trainees look at classes and records. */

const LINES = 5_000;
const ROUNDS = 5;
/** So many calls at a time, each as fast as the server answers, keep both processors busy without the import. */
const SATURATING_CALLS = 4;
const FEE = 1_500;
const DAY = '2026-11-20';

const digitsOf = (n: number): string => `${10_000 + n}`;
const lines = Array.from({ length: LINES }, (_, n) => ({
  day: DAY,
  in: FEE,
  digits: digitsOf(n),
  name: `學員${n}`,
}));

/** The form is made before measuring begins, because the same process sends the calls. */
const form = await statementForm(lines);

/** Everybody of a full class has reported a payment to the account. */
const fill = async (db: Database) => {
  const cashier = await buildCashier(db);
  const people = await buildCrowd(db, LINES);
  const trainingClass = await buildOpenClass(db, LINES, { fee: FEE });
  await db
    .update(classes)
    .set({ number: LINES, bankAccountId: cashier.accountId })
    .where(eq(classes.id, trainingClass.id));
  const ids = sql.param(people.map(({ id }) => id));
  await db.execute(sql`
    with seats as (
      insert into registrations (class_id, account_id, state, fee, payment_due, created_at, updated_at)
      select ${trainingClass.id}, id, 'reported', ${FEE}, current_date + 7, now(), now() from unnest(${ids}::bigint[]) id
      returning id, account_id),
    charged as (
      insert into charges (registration_id, kind, amount, created_by, created_at)
      select id, 'fee', ${FEE}, 'system', now() from seats),
    numbered as (select *, row_number() over (order by account_id) - 1 as n from seats),
    reports as (
      insert into payment_reports (class_id, reported_by, paid_time, last_five, paid_money, paid_name, created_at)
      select ${trainingClass.id}, account_id, ${DAY}::date, (10000 + n)::text, ${FEE}, '學員' || n, now() from numbered
      returning id, reported_by)
    insert into payment_report_registrations (report_id, registration_id)
    select reports.id, seats.id from reports join seats on seats.account_id = reports.reported_by`);
  return { cashier, readers: people.slice(0, 200) };
};

/** The CPU time of matching alone, in milliseconds. */
const timeMatching = (): number => {
  const given: MatchedLine[] = lines.map(({ day, digits, name }, id) => {
    return { id, day, amount: FEE, digits, maybeDigits: null, name, memo: null, isProven: true };
  });
  const reports: MatchedReport[] = given.map(({ id, day, digits, name }) => {
    const own = {
      id,
      day,
      digits: digits ?? '',
      money: FEE,
      due: FEE,
      name: name ?? '',
      people: [name ?? ''],
    };
    return { ...own, classCode: 'TPE-CPR-1', payer: `account ${id}` };
  });
  const began = process.cpuUsage();
  if (matchLines(given, reports).certain.length !== LINES) throw new Error('not all lines were matched');
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

const readMatches = async ({ address }: ServerProcess, { accountId, headers }: Cashier): Promise<void> => {
  const response = await fetch(`${address}${statementMatches.path.replace(':id', `${accountId}`)}`, {
    headers,
  });
  const { counts } = (await response.json()) as { counts: { certain: number } };
  if (counts.certain !== LINES) throw new Error(`${counts.certain} lines are certain`);
};

/** Import and matching as a cashier waits for them, in milliseconds. */
const timeImport = async (server: ServerProcess, cashier: Cashier): Promise<number> => {
  const began = performance.now();
  const status = await sendStatement(server, cashier, form);
  if (status !== 200) throw new Error(`the import was answered with ${status}`);
  await readMatches(server, cashier);
  return performance.now() - began;
};

const forgetLines = (dataDir: string) =>
  lookAsOwner(dataDir, async (db) => {
    await db.execute(sql`delete from statement_lines`);
    await db.execute(sql`delete from statements`);
  });

const asFastAsAnswered: Crowd = async (look, work) => {
  const took: number[] = [];
  let [next, isOver] = [0, false];
  const caller = async () => {
    while (!isOver) {
      const began = performance.now();
      await look(next++);
      took.push(performance.now() - began);
    }
  };
  const callers = Array.from({ length: SATURATING_CALLS }, caller);
  await work();
  isOver = true;
  await Promise.all(callers);
  return took;
};

interface Round {
  readonly whole: number;
  readonly steady: Looks;
  readonly saturating: Looks;
}

const measureRounds = async (server: ServerProcess, dataDir: string): Promise<Round[]> => {
  const { cashier, readers } = await look(dataDir, fill);
  await lookAsOwner(dataDir, (db) => db.execute(sql`analyze`));
  const trainee = lookAt(server, readers);
  const compare = async (crowd: Crowd): Promise<Looks> => {
    let whole = 0;
    const during = await crowd(trainee, async () => {
      whole = await timeImport(server, cashier);
    });
    await forgetLines(dataDir);
    const without = await crowd(trainee, () => setTimeout(whole));
    return { during: p95(during), without: p95(without) };
  };
  const rounds: Round[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const [steady, saturating] = [await compare(atFixedRate), await compare(asFastAsAnswered)];
    const whole = await timeImport(server, cashier);
    await forgetLines(dataDir);
    // The first round warms up.
    if (round > 0) rounds.push({ whole, steady, saturating });
  }
  return rounds;
};

const report = (rounds: readonly Round[], matching: number): string => {
  const [steady, saturating] = [rounds.map((each) => each.steady), rounds.map((each) => each.saturating)];
  return `# What an import of a statement costs

Made by \`npm run bench:statement\` on ${today(new Date())}, ${os.availableParallelism()} cores, Node ${process.version}; load average before the run ${startLoad.toFixed(1)}.

| what | figure | floor | holds |
| --- | --- | --- | --- |
${rowOf('5,000 lines imported and matched with 5,000 reports, as a cashier waits for it', medianOf(rounds.map(({ whole }) => whole)), 'ms', 3_000)}
${rowOf('matching alone, CPU time', matching, 'ms', 1_000)}
${rowOf(`95th percentile of trainees' looks at ${RATE} a second: ${describe(steady)}`, ratioOf(steady), 'times', 1.5)}

**How.** One server in a process of its own. Trainees ask for the class list and their records in turn, ${RATE} times a second, while the statement is imported and the matches are read, and as long without; each look is timed from the moment it was due. ${ROUNDS} rounds of both, medians.

With ${SATURATING_CALLS} callers who ask again as soon as they are answered, the ratio is ${ratioOf(saturating).toFixed(2)} (${describe(saturating)}): they keep both processors busy without the import already, so this shows how the processors are shared rather than how long the import keeps others from being answered.
`;
};

const [startLoad = 0] = os.loadavg();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-statement-'));
const server = await startServer({ DATA_DIR: dataDir, STAFF_SECOND_FACTOR: 'optional' });
try {
  const rounds = await measureRounds(server, dataDir);
  timeMatching();
  const text = report(rounds, medianOf(Array.from({ length: ROUNDS }, timeMatching)));
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'statement.md'), text);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
