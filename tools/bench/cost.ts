import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { today } from '@portal/contract/dates';
import { enrol } from '@portal/contract/enrolment';
import { and, eq, gt, sql } from 'drizzle-orm';
import { mails } from '../../server/src/mail/tables.ts';
import { connect, type Database } from '../../server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { buildCrowd, buildOpenClass, type Person } from '../../server/test/race/crowd.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';
import { type ActCost, measureActs } from './acts.ts';
import { medianOf } from './measure.ts';
import { processorTimeOf } from './processor.ts';
import { monotonicNow, sharesOf } from './profile.ts';

/* What an enrolment costs the server's process with its mail, and how many statements acts on many people take. */

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 500);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const CLASSES = 100;
const CALLERS = 16;
/** In milliseconds of the processor, for an enrolment with its mail. */
const GOAL = 3.5;
/** How long the idle server is watched, in milliseconds. */
const IDLE = 10_000;
/** Areas that take less are left out of the table. */
const LEAST_SHARE = 0.01;

interface Enrolling {
  readonly what: string;
  readonly callers: number;
  readonly classes: number;
}

const kinds: readonly Enrolling[] = [
  { what: `${CLASSES} classes, one caller after the other`, callers: 1, classes: CLASSES },
  { what: `${CLASSES} classes, ${CALLERS} callers`, callers: CALLERS, classes: CLASSES },
  { what: 'one class, one caller after the other', callers: 1, classes: 1 },
  { what: `one class, ${CALLERS} callers`, callers: CALLERS, classes: 1 },
];

const agent = new http.Agent({ keepAlive: true, maxSockets: CALLERS });

/** As the page sends it. */
const press = ({ address }: ServerProcess, { token }: Person, code: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const body = JSON.stringify({ code });
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'idempotency-key': randomUUID(),
    };
    const request = http.request(
      address + enrol.path,
      { agent, method: enrol.method, headers },
      (response) => {
        response.resume();
        response.on('end', () =>
          response.statusCode === 200
            ? resolve()
            : reject(new Error(`an enrolment got ${response.statusCode}`)),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('empty list');
  return found;
};

const enrolAll = async (
  server: ServerProcess,
  people: readonly Person[],
  codes: readonly string[],
  callers: number,
): Promise<void> => {
  const queue = [...people.entries()];
  const call = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) await press(server, next[1], at(codes, next[0]));
  };
  await Promise.all(Array.from({ length: callers }, call));
};

const untilMailsAreSent = async (db: Database, since: Date, count: number): Promise<void> => {
  for (;;) {
    const sent = await db.$count(mails, and(eq(mails.state, 'sent'), gt(mails.sentAt, since)));
    if (sent >= count) return;
    await setTimeout(100);
  }
};

interface Bench {
  readonly db: Database;
  readonly server: ServerProcess;
  readonly people: readonly Person[];
  /** Milliseconds of the processor in a second, of a server that has nothing to do. */
  readonly idle: number;
}

/** The processor time that the work takes above that of the idle server, for each person. */
const costOf = async ({ server, people, idle }: Bench, work: () => Promise<void>): Promise<number> => {
  const [before, began] = [await processorTimeOf(server.pid), performance.now()];
  await work();
  const spent = (await processorTimeOf(server.pid)) - before;
  return (spent - (idle * (performance.now() - began)) / 1_000) / people.length;
};

const costOfEnrolling = async (bench: Bench, { callers, classes }: Enrolling): Promise<number> => {
  const { db, server, people } = bench;
  const codes: string[] = [];
  while (codes.length < classes) codes.push((await buildOpenClass(db, people.length)).code);
  return costOf(bench, async () => {
    const since = new Date();
    await enrolAll(server, people, codes, callers);
    await untilMailsAreSent(db, since, people.length);
  });
};

/** The same mails once more, without enrolments. */
const costOfMails = (bench: Bench): Promise<number> =>
  costOf(bench, async () => {
    const { db, people } = bench;
    const since = new Date();
    await db.execute(sql`
      insert into ${mails} (account_id, recipient, template, data, for_unconfirmed, due_at, created_at)
      select account_id, recipient, template, data, for_unconfirmed, now(), now() from ${mails}
      order by created_at desc limit ${people.length}`);
    await untilMailsAreSent(db, since, people.length);
  });

const watchIdle = async (server: ServerProcess): Promise<number> => {
  const before = await processorTimeOf(server.pid);
  await setTimeout(IDLE);
  return ((await processorTimeOf(server.pid)) - before) / (IDLE / 1_000);
};

interface Measured {
  readonly idle: number;
  readonly mails: readonly number[];
  readonly kinds: readonly (readonly number[])[];
}

/** The mailbox limit counts the mails of an hour, so each round forgets its mails. */
const forgetMails = (db: Database) => db.delete(mails);

const measureCosts = async (bench: Omit<Bench, 'idle'>): Promise<Measured> => {
  for (const kind of kinds) await costOfEnrolling({ ...bench, idle: 0 }, kind);
  await forgetMails(bench.db);
  const idle = await watchIdle(bench.server);
  const whole = { ...bench, idle };
  const found = { idle, mails: [] as number[], kinds: kinds.map((): number[] => []) };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, kind] of kinds.entries()) found.kinds[index]?.push(await costOfEnrolling(whole, kind));
    found.mails.push(await costOfMails(whole));
    await forgetMails(bench.db);
  }
  return found;
};

type Shares = Awaited<ReturnType<typeof sharesOf>>;

interface Place {
  readonly db: Database;
  readonly databaseUrl: string;
  readonly dataDir: string;
}

/** Does the work at a server as `npm start` runs it: with its log, its hooks, its timers and the worker of its mails. */
const withServer = async <T>(
  { databaseUrl, dataDir }: Place,
  work: (server: ServerProcess) => Promise<T>,
  more: Record<string, string> = {},
): Promise<T> => {
  const settings = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'info', ...more };
  const server = await startServer(settings);
  try {
    return await work(server);
  } finally {
    await server.stop();
  }
};

/** The spans of the monotonic clock in which each kind was measured. */
const enrolInSpans = async (bench: Bench) => {
  const spans: { from: number; to: number }[] = [];
  for (const [index, kind] of [...kinds, ...kinds].entries()) {
    const from = monotonicNow();
    await costOfEnrolling(bench, kind);
    // The first time warms up.
    if (index >= kinds.length) spans.push({ from, to: monotonicNow() });
  }
  await forgetMails(bench.db);
  return spans;
};

/** Profiles a server of its own, so that the profiler adds nothing to the costs. */
const profile = async (place: Place, people: readonly Person[]): Promise<Shares[]> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-profile-'));
  try {
    const spans = await withServer(
      place,
      (server) => enrolInSpans({ db: place.db, server, people, idle: 0 }),
      { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${folder}` },
    );
    const [file = ''] = await readdir(folder);
    return await Promise.all(spans.map((span) => sharesOf(path.join(folder, file), span)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

const sharesTable = (shares: readonly Shares[]): string => {
  const areas = [...new Set(shares.flatMap((each) => each.map(([area]) => area)))];
  const rows = areas.map((area) => ({
    area,
    parts: shares.map((each) => each.find(([name]) => name === area)?.[1] ?? 0),
  }));
  return rows
    .filter(({ parts }) => Math.max(...parts) >= LEAST_SHARE)
    .map(({ area, parts }) => `| ${area} | ${parts.map(percent).join(' | ')} |`)
    .join('\n');
};

const ofActs = ({ what, calls, statements, milliseconds, goal }: ActCost): string => {
  const { statements: most = Number.POSITIVE_INFINITY, milliseconds: longest = Number.POSITIVE_INFINITY } =
    goal;
  const isBound = Number.isFinite(most);
  const holds = statements <= most && milliseconds <= longest ? 'yes' : 'NO';
  return `| ${what} | ${calls} | ${statements} | ${milliseconds.toFixed(0)} ms | ${isBound ? `≤ ${most}, ≤ ${longest} ms` : '–'} | ${isBound ? holds : '–'} |`;
};

const verdict = (cost: number): string => `≤ ${GOAL} ms | ${cost <= GOAL ? 'yes' : 'NO'}`;

const report = (costs: Measured, shares: readonly Shares[], acts: readonly ActCost[]): string => {
  const mail = medianOf(costs.mails);
  const rows = kinds.map(({ what }, index) => {
    const cost = medianOf(costs.kinds[index] ?? []);
    return `| ${what} | ${cost.toFixed(2)} ms | ${(cost - mail).toFixed(2)} ms | ${verdict(cost)} |`;
  });
  return `# What acts cost the server as it ships

Made by \`npm run bench:cost\` on ${today(new Date())}, ${os.availableParallelism()} cores, Node ${process.version}; load average before the run ${startLoad.toFixed(1)}.

## An enrolment with its mail

| enrolments into | processor time of an enrolment with its mail | of these without the mail | goal | holds |
| --- | --- | --- | --- | --- |
${rows.join('\n')}

A mail alone, from its row in the queue to its file in the outbox, takes ${mail.toFixed(2)} ms. An idle server takes ${costs.idle.toFixed(1)} ms of the processor in a second, which is subtracted.

**How.** Processor time, user and system, of all threads of the server's process, as \`/proc\` counts it; PostgreSQL is a process of its own and not counted. The server runs as \`npm start\` runs it: with its log at level \`info\`, all hooks, timers and the worker of the mails, which writes files as there is no SMTP server. ${PEOPLE} people enrol, with a session and an idempotency key each, and the time ends with the last mail. ${ROUNDS} rounds after one that warms up, all kinds in turn, medians.

Where the time of the main thread goes, from a profile (\`--cpu-prof\`) of another server that did the same, its own time only:

| area | ${kinds.map(({ what }) => what).join(' | ')} |
| --- | ${kinds.map(() => '---').join(' | ')} |
${sharesTable(shares)}

## Statements of acts on many people

| act | calls | statements | time | goal | holds |
| --- | --- | --- | --- | --- | --- |
${acts.map(ofActs).join('\n')}

**How.** Calls of an application in the process of the bench, with the statements that identify the caller, and \`begin\` and \`commit\`. Time: median of three rounds after one that warms up. That the statements of an act do not grow with its people is tested in \`server/test/batches.test.ts\`; rejected reports and approvals of the queue are transactions of their own on purpose, since each may be refused alone.
`;
};

const [startLoad = 0] = os.loadavg();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-cost-'));
const postgres = await startEmbeddedPostgres({ dataDir });
try {
  await migrate(postgres.ownerUrl);
  const db = connect(postgres.ownerUrl);
  const place = { db, databaseUrl: postgres.ownerUrl, dataDir };
  const people = await buildCrowd(db, PEOPLE);
  await db.execute(sql`analyze`);
  const costs = await withServer(place, (server) => measureCosts({ db, server, people }));
  const shares = await profile(place, people);
  const acts = await measureActs(postgres.ownerUrl, dataDir);
  await db.$client.end();
  const text = report(costs, shares, acts);
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'cost.md'), text);
} finally {
  agent.destroy();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
