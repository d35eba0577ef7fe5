import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isoTaipei } from '@portal/contract/dates';
import type { Endpoint } from '@portal/contract/endpoint';
import { exportEvents } from '@portal/contract/office/audit';
import { exportRegistrations } from '@portal/contract/office/enrolment';
import pg from 'pg';
import { findEmbeddedPostgres } from '../../server/src/platform/database/embedded-postgres.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';
import { as, FULL, fill, OFFICER, tokenOf } from './data.ts';
import { atFixedRate, lookAt, RATE, rowOf } from './looks.ts';
import { memoryOf, peakDuring } from './memory.ts';

/* How much memory a server holds: after its first start, after a later one, after load, and while it exports a list. */

const ROOT = path.resolve(import.meta.dirname, '../..');
const EXPORTED = 100_000;
const SCALE = { ...FULL, registrations: EXPORTED };
/** Idle for so long before it is measured, in milliseconds. */
const SETTLING = Number(process.env.BENCH_SETTLING ?? 30_000);
const LOADING = Number(process.env.BENCH_LOADING ?? 60_000);
const READERS = 200;
const PAGES = ['/', '/ClassInfo', '/ClassInfo?month=1', '/office', '/Intro'];

/** As `npm start` sets them. */
const settings = (dataDir: string, more: Record<string, string> = {}) => ({
  ...{ DATA_DIR: dataDir, STAFF_SECOND_FACTOR: 'optional' },
  NODE_COMPILE_CACHE: path.join(ROOT, 'node_modules/.cache/compiled'),
  ...more,
});

const settled = async (server: ServerProcess): Promise<number> => {
  await setTimeout(SETTLING);
  return memoryOf(server);
};

/** Starts a server, does the work and stops it. */
const during = async <T>(started: Record<string, string>, work: (server: ServerProcess) => Promise<T>) => {
  const server = await startServer(started);
  try {
    return await work(server);
  } catch (error) {
    console.error(server.output());
    throw error;
  } finally {
    await server.stop();
  }
};

const fillEmbedded = async (dataDir: string): Promise<void> => {
  const url = await findEmbeddedPostgres(dataDir);
  const client = new pg.Client({ connectionString: url?.replace('//portal@', '//portal_owner@') });
  await client.connect();
  try {
    await fill(client, SCALE);
    await client.query(`insert into audit_events (at, actor, action, subject, subject_id, organization_id, before, after)
      select now() - n * interval '1 second', 'staff:1', 'class.edit', 'class', 1 + n % 5000, 1, '{"place": "教室"}', '{"place": "禮堂"}'
      from generate_series(1, ${EXPORTED}) n`);
    // Everything of the association, and all of its kinds.
    await client.query(`insert into staff_roles (staff_id, role) select id, 'auditor' from staff_accounts`);
  } finally {
    await client.end();
  }
};

/** Trainees look at lists and records, and guests at pages. */
const load = async (server: ServerProcess): Promise<void> => {
  const trainee = lookAt(
    server,
    Array.from({ length: READERS }, (_, n) => ({ token: tokenOf(n + 1) })),
  );
  const look = (n: number) =>
    n % 10 === 0
      ? fetch(server.address + PAGES[(n / 10) % PAGES.length]).then((page) => page.arrayBuffer())
      : trainee(n);
  await atFixedRate(look, () => setTimeout(LOADING));
};

const exportList = async ({ address }: ServerProcess, { path: to }: Endpoint, format: string) => {
  const response = await fetch(address + to, {
    method: 'POST',
    headers: { ...as(OFFICER), 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ format, identity: false }),
  });
  if (!response.ok || !response.body) throw new Error(`${to}: ${response.status} ${await response.text()}`);
  let bytes = 0;
  for await (const part of response.body) bytes += part.length;
  return bytes;
};

const exported = [
  ['registrations', 'xlsx', exportRegistrations],
  ['registrations', 'csv', exportRegistrations],
  ['events', 'xlsx', exportEvents],
] as const;

const measureExports = async (server: ServerProcess) => {
  const found: { what: string; peak: number; bytes: number }[] = [];
  for (const [name, format, endpoint] of exported) {
    const idle = await settled(server);
    const { result: bytes, peak } = await peakDuring(server, () => exportList(server, endpoint, format));
    found.push({ what: `${name} as ${format}`, peak: peak - idle, bytes });
  }
  return found;
};

const measure = async (dataDir: string, filledDir: string) => {
  const first = await during(settings(dataDir, { DEMO_DATA: 'on' }), settled);
  const later = await during(settings(dataDir, { DEMO_DATA: 'on' }), settled);
  await during(settings(filledDir), () => fillEmbedded(filledDir));
  return during(settings(filledDir), async (server) => {
    const filled = await settled(server);
    await load(server);
    const loaded = await settled(server);
    return { first, later, filled, loaded, exports: await measureExports(server) };
  });
};

const report = ({ first, later, filled, loaded, exports }: Awaited<ReturnType<typeof measure>>): string => {
  const rows = [
    rowOf('after the first start, with the demo data', first, 'MB', 160),
    rowOf('after a later start', later, 'MB', 160),
    rowOf(`after a start with ${SCALE.people} people`, filled, 'MB', 160),
    rowOf(`after ${LOADING / 1000} s of ${RATE} looks a second`, loaded, 'MB', 250),
    ...exports.map(({ what, peak, bytes }) =>
      rowOf(
        `above idle, export of ${EXPORTED} ${what} (${(bytes / 2 ** 20).toFixed(1)} MB)`,
        peak,
        'MB',
        150,
      ),
    ),
  ];
  return `# How much memory a server holds

Made by \`npm run bench:footprint\` on ${isoTaipei(new Date()).slice(0, 16)}, ${os.availableParallelism()} cores, Node ${process.version}.

| what | figure | ceiling | holds |
| --- | --- | --- | --- |
${rows.join('\n')}

**How.** Resident memory of the server's process, without those of PostgreSQL, ${SETTLING / 1000} s after the start or the load. One run, with
the compiled code of an earlier start: without it the server also holds Node's compiler of TypeScript, 15 MB.
`;
};

await access(path.join(ROOT, 'web', 'dist', 'index.html')).catch(() => {
  throw new Error('build the applications first: npm run build');
});
const folders = await Promise.all([1, 2].map(() => mkdtemp(path.join(os.tmpdir(), 'portal-footprint-'))));
try {
  const text = report(await measure(folders[0] ?? '', folders[1] ?? ''));
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'footprint.md'), text);
} finally {
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
}
