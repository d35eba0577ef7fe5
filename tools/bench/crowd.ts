import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { enrol } from '@portal/contract/enrolment';
import { eq } from 'drizzle-orm';
import { classes } from '../../server/src/classes/tables.ts';
import { connect, type Database } from '../../server/src/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts';
import { migrate } from '../../server/src/platform/database/migrate.ts';
import { buildCrowd, buildOpenClass, type Person } from '../../server/test/race/crowd.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';

/* Many people press 報名 for few seats within seconds, at servers that run as `npm start` runs them. */

const PEOPLE = Number(process.argv[2] ?? 10_000);
/** In seconds. */
const ARRIVAL = PEOPLE / 500;
const SEATS = 30;
const FULL = '本課程名額已滿';
/** Enough for the crowd to fill the classes of the rate. */
const RATE_PEOPLE = Math.min(2_000, PEOPLE);
const CALLERS = 100;

const agent = new http.Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });

interface Answer {
  readonly status: number;
  readonly retryAfter: number;
  readonly text: string;
}

/** Status 0: the connection broke. */
const press = ({ address }: ServerProcess, { token }: Person, code: string, key: string): Promise<Answer> =>
  new Promise((resolve) => {
    const body = JSON.stringify({ code });
    const request = http.request(
      address + enrol.path,
      {
        agent,
        method: enrol.method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': key,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            retryAfter: Number(response.headers['retry-after'] ?? 0),
            text: Buffer.concat(parts).toString(),
          }),
        );
      },
    );
    request.on('error', () => resolve({ status: 0, retryAfter: 0, text: '' }));
    request.end(body);
  });

const nameOf = ({ status, text }: Answer): string => {
  if (status === 200) return '報名成功';
  return text.includes(FULL) ? '已額滿' : status === 0 ? '連線中斷' : String(status);
};

const isKnown = (answer: Answer): boolean => ['報名成功', '已額滿'].includes(nameOf(answer));

const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

interface Crowd {
  readonly servers: readonly ServerProcess[];
  readonly people: readonly Person[];
  readonly code: string;
  /** Presses again after a 503, as the page does. */
  readonly retries: boolean;
}

const at = <T>(list: readonly T[], n: number): T => {
  const found = list[n % list.length];
  if (found === undefined) throw new Error('empty list');
  return found;
};

const meetCrowd = async ({ servers, people, code, retries }: Crowd) => {
  const [latencies, answers]: [number[], Record<string, number>] = [[], {}];
  let [known, lastKnown] = [0, 0];
  const began = performance.now();
  const arrive = async (person: Person, n: number) => {
    await sleep((ARRIVAL * 1000 * n) / people.length);
    const key = randomUUID();
    for (;;) {
      const pressed = performance.now();
      const answer = await press(at(servers, n), person, code, key);
      latencies.push(performance.now() - pressed);
      answers[nameOf(answer)] = (answers[nameOf(answer)] ?? 0) + 1;
      if (isKnown(answer)) {
        known += 1;
        lastKnown = performance.now();
        return;
      }
      if (!retries || performance.now() - began > 180_000) return;
      await sleep((answer.retryAfter || 2) * 1000 * (1 + Math.random()));
    }
  };
  await Promise.all(people.map(arrive));
  latencies.sort((a, b) => a - b);
  return {
    known,
    afterLastPress: (lastKnown - began) / 1000 - ARRIVAL,
    median: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    answers,
  };
};

/** Enrolments a second, by callers who press one after the other. */
const rateOf = async (
  servers: readonly ServerProcess[],
  people: readonly Person[],
  codes: readonly string[],
) => {
  const queue = [...people.entries()];
  const began = performance.now();
  const call = async () => {
    for (let next = queue.pop(); next; next = queue.pop()) {
      const [n, person] = next;
      const { status, text } = await press(at(servers, n), person, at(codes, n), randomUUID());
      if (status !== 200) throw new Error(`${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return people.length / ((performance.now() - began) / 1000);
};

const seatsOf = async (db: Database, id: number) =>
  (await db.select({ number: classes.number }).from(classes).where(eq(classes.id, id)))[0]?.number;

const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-crowd-'));
const postgres = await startEmbeddedPostgres({ dataDir });
await migrate(postgres.ownerUrl);
const db = connect(postgres.ownerUrl);
const lines: string[] = [];
const say = (line: string) => {
  lines.push(line);
  console.log(line);
};

try {
  const people = await buildCrowd(db, PEOPLE);
  say(`${PEOPLE} people within ${ARRIVAL} s for ${SEATS} seats; load before: ${os.loadavg()[0]?.toFixed(1)}`);
  say('');
  say('| servers | retries | know | s after the last press | median ms | p99 ms | answers | seats |');
  say('| --- | --- | --- | --- | --- | --- | --- | --- |');
  for (const [count, retries] of [
    [1, false],
    [1, true],
    [2, false],
    [2, true],
  ] as const) {
    const servers = await Promise.all(
      Array.from({ length: count }, () =>
        startServer({ DATABASE_URL: postgres.ownerUrl, DATA_DIR: dataDir }),
      ),
    );
    const { id, code } = await buildOpenClass(db, SEATS);
    const met = await meetCrowd({ servers, people, code, retries });
    const counts = Object.entries(met.answers).map(([name, n]) => `${name} ${n}`);
    say(
      `| ${count} | ${retries ? 'yes' : 'no'} | ${met.known} | ${met.afterLastPress.toFixed(1)} | ${met.median.toFixed(0)} | ${met.p99.toFixed(0)} | ${counts.join(', ')} | ${await seatsOf(db, id)} |`,
    );
    await Promise.all(servers.map((server) => server.stop()));
  }
  say('');
  say('| servers | classes | enrolments a second |');
  say('| --- | --- | --- |');
  for (const [count, size] of [
    [1, 1],
    [1, 100],
    [2, 1],
    [2, 100],
  ] as const) {
    const servers = await Promise.all(
      Array.from({ length: count }, () =>
        startServer({ DATABASE_URL: postgres.ownerUrl, DATA_DIR: dataDir }),
      ),
    );
    const codes: string[] = [];
    for (let n = 0; n < size; n += 1) codes.push((await buildOpenClass(db, RATE_PEOPLE)).code);
    say(
      `| ${count} | ${size} | ${(await rateOf(servers, people.slice(0, RATE_PEOPLE), codes)).toFixed(0)} |`,
    );
    await Promise.all(servers.map((server) => server.stop()));
  }
  if (PEOPLE === 10_000) {
    await writeFile(path.join(import.meta.dirname, 'crowd.md'), `# The crowd\n\n${lines.join('\n')}\n`);
  }
} finally {
  agent.destroy();
  await db.$client.end();
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
