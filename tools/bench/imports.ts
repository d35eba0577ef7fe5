import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import * as contract from '@portal/contract/office/imports';
import { sql } from 'drizzle-orm';
import { writeXlsx } from 'hucre/xlsx';
import { fill } from '../../server/test/app.ts';
import { buildOrganization } from '../../server/test/factories/catalogue.ts';
import { nationalId } from '../../server/test/factories/identity.ts';
import { buildStaff, enterOffice, grant } from '../../server/test/factories/staff.ts';
import { buildCrowd } from '../../server/test/race/crowd.ts';
import { look, lookAsOwner } from '../../server/test/race/look.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';
import { atFixedRate, describe, lookAt, p95, RATE, ratioOf, rowOf } from './looks.ts';
import { memoryOf, peakDuring } from './memory.ts';

/* Imports 50,000 people from a workbook, while trainees look at classes and records, and undoes it. */

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 50_000);
const READERS = 200;

const HEAD = [
  '身分證字號',
  '姓名',
  '出生日期',
  '會別',
  '電子郵件',
  '行動電話',
  '住家電話',
  '服務單位',
  '學校',
  '科系',
];

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
const NAMES = '志明淑芬俊傑雅婷家豪怡君建宏美玲冠宇佳穎宗翰心怡承恩詩涵';

const personAt = (n: number): string[] => {
  const letter = LETTERS[n % LETTERS.length] ?? 'A';
  const name = `王${NAMES[n % NAMES.length]}${NAMES[Math.floor(n / NAMES.length) % NAMES.length]}`;
  const day = `${60 + (n % 40)}/${1 + (n % 12)}/${1 + (n % 28)}`;
  return [
    ...[nationalId(1_000_000 + n, { letter, sex: n % 2 === 0 ? 1 : 0 }), name, day, '匯入分會'],
    ...[`person${n}@example.com`, `0912-${String(n % 1_000_000).padStart(6, '0')}`, '02-23456789'],
    ...[`第 ${n % 3000} 號工程公司`, '範例大學', '土木工程學系'],
  ];
};

type Headers = Readonly<Record<string, string>>;

const call = async <const E extends Endpoint>(
  { address }: ServerProcess,
  headers: Headers,
  { method, path: to }: E,
  { id, body }: { readonly id?: number; readonly body?: object | FormData } = {},
): Promise<AnswerOf<E>> => {
  const isForm = body instanceof FormData;
  const response = await fetch(address + fill(to, { id: `${id}` }), {
    method,
    headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${to}: ${response.status} ${await response.text()}`);
  return (await response.json()) as AnswerOf<E>;
};

const untilState = async (server: ServerProcess, headers: Headers, id: number, state: string) => {
  for (;;) {
    const detail = await call(server, headers, contract.importDetail, { id });
    if (detail.state === state) return detail;
    await setTimeout(1000);
  }
};

const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
};

const formOf = (file: Uint8Array, shape?: object): FormData => {
  const form = new FormData();
  form.append('kind', 'people');
  if (shape) form.append('shape', JSON.stringify(shape));
  form.append('file', new Blob([Uint8Array.from(file)]), '學員.xlsx');
  return form;
};

const measure = async (server: ServerProcess, dataDir: string) => {
  const { headers, readers } = await look(dataDir, async (db) => {
    await buildOrganization(db, { code: 'IMP', name: '匯入分會' });
    const staff = await buildStaff(db, { grants: [grant('admin')] });
    const cookie = await enterOffice(db, staff, { now: new Date() });
    const crowd = await buildCrowd(db, READERS);
    return { readers: crowd, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
  });
  await lookAsOwner(dataDir, (db) => db.execute(sql`analyze`));
  const rows = [HEAD, ...Array.from({ length: PEOPLE }, (_, n) => personAt(n))];
  const file = await writeXlsx({ sheets: [{ name: '學員', rows }] });
  const trainee = lookAt(server, readers);
  await atFixedRate(trainee, () => setTimeout(3_000));
  const idle = await memoryOf(server);
  const without = await atFixedRate(trainee, () => setTimeout(20_000));
  let [checking, running, made] = [0, 0, 0];
  const { result: during, peak } = await peakDuring(server, () =>
    atFixedRate(trainee, async () => {
      const { shape } = await call(server, headers, contract.previewImport, { body: formOf(file) });
      const checked = await timed(async () => {
        const { id } = await call(server, headers, contract.checkImport, { body: formOf(file, shape) });
        return untilState(server, headers, id, 'checked');
      });
      checking = checked.took;
      const { id } = checked.result;
      const run = await timed(async () => {
        await call(server, headers, contract.startImport, { id, body: { takesDoubtful: true } });
        return untilState(server, headers, id, 'finished');
      });
      running = run.took;
      made = run.result.outcomes.made;
    }),
  );
  if (made !== PEOPLE) throw new Error(`${made} people were imported`);
  return { checking, running, memory: peak - idle, looks: { during: p95(during), without: p95(without) } };
};

type Measured = Awaited<ReturnType<typeof measure>>;

const report = ({
  checking,
  running,
  memory,
  looks,
}: Measured): string => `# What an import of ${PEOPLE} people costs

Made by \`npm run bench:import\` on ${new Date().toISOString().slice(0, 10)}, ${os.availableParallelism()} cores, Node ${process.version}; load average before the run ${startLoad.toFixed(1)}.

| what | figure | floor | holds |
| --- | --- | --- | --- |
${rowOf(`dry run and import, while ${RATE} trainees a second look`, checking + running, 'ms', 600_000)}
${rowOf(`95th percentile of trainees' looks: ${describe([looks])}`, ratioOf([looks]), 'times', 1.5)}
${rowOf('memory above idle', memory, 'MB', 300)}

The dry run, from the upload to the verdicts, takes ${(checking / 1000).toFixed(0)} s, the import ${(running / 1000).toFixed(0)} s.

**How.** One server in a process of its own, with embedded PostgreSQL. The file is a workbook with ten columns. Memory is the resident memory of the server's process, which reads the file in a worker. One run.
`;

const [startLoad = 0] = os.loadavg();
const dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-imports-'));
const server = await startServer({ DATA_DIR: dataDir, STAFF_SECOND_FACTOR: 'optional' });
try {
  const text = report(await measure(server, dataDir));
  console.log(text);
  await writeFile(path.join(import.meta.dirname, 'imports.md'), text);
} catch (error) {
  console.error(server.output());
  throw error;
} finally {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
}
