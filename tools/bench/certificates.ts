import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { today } from '@portal/contract/dates';
import type { Endpoint } from '@portal/contract/endpoint';
import { issueCertificates, printCertificates } from '@portal/contract/office/certificate-issuing';
import { jobDetail } from '@portal/contract/office/jobs';
import { sql } from 'drizzle-orm';
import sharp from 'sharp';
import type { Database } from '../../server/src/platform/database/database.ts';
import { fill } from '../../server/test/app.ts';
import { buildClass, buildCourse } from '../../server/test/factories/catalogue.ts';
import { buildStaff, enterOffice, grant } from '../../server/test/factories/staff.ts';
import { buildCrowd } from '../../server/test/race/crowd.ts';
import { look, lookAsOwner } from '../../server/test/race/look.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';
import { atFixedRate, describe, type Looks, lookAt, p95, RATE, ratioOf, rowOf } from './looks.ts';
import { medianOf } from './measure.ts';
import { memoryOf, peakDuring } from './memory.ts';

/* Issues the certificates of a class of 200 and binds their papers, while trainees look at classes and records. */

const PEOPLE = 200;
const ROUNDS = 3;
const DAY = 86_400_000;
const PHOTOS = 20;

type Headers = Readonly<Record<string, string>>;

/** A picture as large as a portrait. Its noise is harder to compress than a face. */
const portrait = (n: number): Promise<Buffer> =>
  sharp({
    create: {
      ...{ width: 413, height: 531, channels: 3, background: '#ccc' },
      noise: { type: 'gaussian', mean: 128, sigma: 8 + (n % 4) },
    },
  })
    .jpeg({ quality: 80 })
    .toBuffer();

const photoOf = (n: number): string => `photos/bench-${n % PHOTOS}`;

/** A class whose people have all passed, for each round and one more. */
const fillClasses = async (db: Database): Promise<number[]> => {
  const people = sql.param((await buildCrowd(db, PEOPLE)).map(({ id }) => id));
  await db.execute(
    sql`update accounts set photo_key = 'photos/bench-' || (id % ${sql.raw(`${PHOTOS}`)}) where id = any(${people}::bigint[])`,
  );
  const ids: number[] = [];
  for (let n = 0; n <= ROUNDS; n += 1) {
    const course = await buildCourse(db, { code: `B${n}`, chineseName: `訓練 ${n}` });
    const { id } = await buildClass(db, {
      ...{ courseId: course.id, state: 'closed', fee: 0, limitNumber: PEOPLE },
      ...{ startTime: new Date(Date.now() - 3 * DAY), endTime: new Date(Date.now() - 2 * DAY) },
    });
    await db.execute(sql`
      insert into registrations (class_id, account_id, state, result, fee, created_at, updated_at)
      select ${id}, person, 'confirmed', 1, 0, now(), now() from unnest(${people}::bigint[]) person`);
    ids.push(id);
  }
  return ids;
};

const ask = async <T>(
  server: ServerProcess,
  headers: Headers,
  { method, path: to }: Endpoint,
  id: number,
  body?: object,
) => {
  const response = await fetch(server.address + fill(to, { id: `${id}` }), {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
  return (await response.json()) as T;
};

/** How long a job takes from the call to its end, in milliseconds. */
const timeJob = async (
  server: ServerProcess,
  headers: Headers,
  endpoint: Endpoint,
  classId: number,
  body: object,
) => {
  const began = performance.now();
  const { jobId } = await ask<{ jobId: number }>(server, headers, endpoint, classId, body);
  for (;;) {
    const { state, done } = await ask<{ state: string; done: number }>(server, headers, jobDetail, jobId);
    if (state === 'done' && done === PEOPLE) return performance.now() - began;
    if (state !== 'queued' && state !== 'running') throw new Error(`the job is ${state} after ${done}`);
    await setTimeout(50);
  }
};

interface Round {
  readonly issuing: number;
  readonly printing: number;
  /** Megabytes above idle. */
  readonly memory: number;
  readonly looks: Looks;
}

const measureRounds = async (server: ServerProcess, dataDir: string): Promise<Round[]> => {
  const { classIds, headers, readers } = await look(dataDir, async (db) => {
    const staff = await buildStaff(db, { grants: [grant('officer')] });
    const cookie = await enterOffice(db, staff, { now: new Date() });
    const found = { classIds: await fillClasses(db), readers: await buildCrowd(db, PEOPLE) };
    return { ...found, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
  });
  await lookAsOwner(dataDir, (db) => db.execute(sql`analyze`));
  const trainee = lookAt(server, readers);
  // The memory counts as idle after trainees were answered and before the first certificate.
  await atFixedRate(trainee, () => setTimeout(3_000));
  const idle = await memoryOf(server);
  const rounds: Round[] = [];
  for (const [round, classId] of classIds.entries()) {
    let issuing = 0;
    const { result: during, peak } = await peakDuring(server, async () => {
      const looks = await atFixedRate(trainee, async () => {
        issuing = await timeJob(server, headers, issueCertificates, classId, {});
      });
      return looks;
    });
    const without = await atFixedRate(trainee, () => setTimeout(issuing));
    const print = await peakDuring(server, () =>
      timeJob(server, headers, printCertificates, classId, { format: 'a4' }),
    );
    const memory = Math.max(peak, print.peak) - idle;
    const looks = { during: p95(during), without: p95(without) };
    // The first round warms up.
    if (round > 0) rounds.push({ issuing, printing: print.result, memory, looks });
  }
  return rounds;
};

const report = (rounds: readonly Round[]): string => {
  const middle = (of: (round: Round) => number) => medianOf(rounds.map(of));
  const looks = rounds.map((each) => each.looks);
  return `# What the certificates of a class of ${PEOPLE} cost

Made by \`npm run bench:certificates\` on ${today(new Date())}, ${os.availableParallelism()} cores, Node ${process.version}; load average before the run ${startLoad.toFixed(1)}.

| what | figure | floor | holds |
| --- | --- | --- | --- |
${rowOf(
  `${PEOPLE} certificates issued by the job, while ${RATE} trainees a second look`,
  middle(({ issuing }) => issuing),
  'ms',
  10_000,
)}
${rowOf(`95th percentile of trainees' looks: ${describe(looks)}`, ratioOf(looks), 'times', 1.5)}
${rowOf(
  `memory above idle while issuing and printing`,
  middle(({ memory }) => memory),
  'MB',
  300,
)}

Printing ${PEOPLE} papers as one file takes ${(middle(({ printing }) => printing) / 1000).toFixed(1)} s: each is made, stored with its digest, and bound.

**How.** One server in a process of its own, with embedded PostgreSQL. Memory is the resident memory of the server's process. ${ROUNDS} rounds, each with a class of its own, medians; a round before them warms up.
`;
};

const [startLoad = 0] = os.loadavg();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-certificates-'));
const server = await startServer({ DATA_DIR: dataDir, STAFF_SECOND_FACTOR: 'optional' });
try {
  const files = path.join(dataDir, 'files');
  await mkdir(path.join(files, 'photos'), { recursive: true });
  for (let n = 0; n < PHOTOS; n += 1) await writeFile(path.join(files, photoOf(n)), await portrait(n));
  const text = report(await measureRounds(server, dataDir));
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'certificates.md'), text);
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
