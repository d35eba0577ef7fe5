import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isoTaipei } from '@portal/contract/dates';
import type { AnswerOf, Endpoint } from '@portal/contract/endpoint';
import * as contract from '@portal/contract/office/imports';
import { sql } from 'drizzle-orm';
import { writeXlsx } from 'hucre/xlsx';
import { fill } from '../../server/test/app.ts';
import { buildCourse, buildOrganization } from '../../server/test/factories/catalogue.ts';
import { nationalId } from '../../server/test/factories/identity.ts';
import { buildStaff, enterOffice, grant } from '../../server/test/factories/staff.ts';
import { buildCrowd } from '../../server/test/race/crowd.ts';
import { look, lookAsOwner } from '../../server/test/race/look.ts';
import { type ServerProcess, startServer } from '../../server/test/race/server-process.ts';
import { atFixedRate, describe, lookAt, p95, RATE, ratioOf, rowOf } from './looks.ts';
import { memoryOf, peakDuring } from './memory.ts';

/* Imports 50,000 people and 80,000 certificates from workbooks, while trainees look at classes and records. */

const PEOPLE = Number(process.env.BENCH_PEOPLE ?? 50_000);
const CERTIFICATES = Math.round(PEOPLE * 1.6);
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

const CERTIFICATE_HEAD = ['身分證字號', '證書字號', '訓練項目', '發證會別', '核發日期', '有效期限', '姓名'];

/** Everybody has one of the first course, and some one of the second. */
const certificateAt = (n: number): string[] => {
  const [number = '', name = ''] = personAt(n % PEOPLE);
  const course = n < PEOPLE ? 'BENCH-A' : 'BENCH-B';
  return [number, `匯訓字第 ${n} 號`, course, '匯入分會', '2025-05-14', '2030-05-13', name];
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

/** A busy server may refuse to say it: then it is asked again. */
const untilState = async (server: ServerProcess, headers: Headers, id: number, state: string) => {
  for (;;) {
    await setTimeout(1000);
    const detail = await call(server, headers, contract.importDetail, { id }).catch(() => null);
    if (detail?.state === state) return detail;
  }
};

const timed = async <T>(work: () => Promise<T>) => {
  const began = performance.now();
  const result = await work();
  return { result, took: performance.now() - began };
};

interface ImportedFile {
  readonly kind: contract.ImportKind;
  readonly bytes: Uint8Array;
  readonly rows: number;
}

const fileOf = async (kind: contract.ImportKind, rows: readonly string[][]): Promise<ImportedFile> => ({
  ...{ kind, rows: rows.length - 1 },
  bytes: await writeXlsx({ sheets: [{ name: '資料', rows: [...rows] }] }),
});

const formOf = ({ kind, bytes }: ImportedFile, shape?: object): FormData => {
  const form = new FormData();
  form.append('kind', kind);
  if (shape) form.append('shape', JSON.stringify(shape));
  form.append('file', new Blob([Uint8Array.from(bytes)]), '資料.xlsx');
  return form;
};

interface Phase {
  readonly what: string;
  readonly took: number;
  readonly peak: number;
  readonly looks: readonly number[];
}

const setUp = (dataDir: string) =>
  look(dataDir, async (db) => {
    await buildOrganization(db, { code: 'IMP', name: '匯入分會' });
    await buildCourse(db, { code: 'BENCH-A', chineseName: '匯入訓練甲' });
    await buildCourse(db, { code: 'BENCH-B', chineseName: '匯入訓練乙' });
    const staff = await buildStaff(db, { grants: [grant('admin')] });
    const cookie = await enterOffice(db, staff, { now: new Date() });
    const crowd = await buildCrowd(db, READERS);
    return { readers: crowd, headers: { cookie, 'sec-fetch-site': 'same-origin' } };
  });

const measure = async (server: ServerProcess, dataDir: string) => {
  const { headers, readers } = await setUp(dataDir);
  await lookAsOwner(dataDir, (db) => db.execute(sql`analyze`));
  const files = [
    await fileOf('people', [HEAD, ...Array.from({ length: PEOPLE }, (_, n) => personAt(n))]),
    await fileOf('certificates', [
      CERTIFICATE_HEAD,
      ...Array.from({ length: CERTIFICATES }, (_, n) => certificateAt(n)),
    ]),
  ];
  const trainee = lookAt(server, readers);
  await atFixedRate(trainee, () => setTimeout(5_000));
  const idle = await memoryOf(server);
  const without = await atFixedRate(trainee, () => setTimeout(20_000));
  const phases: Phase[] = [];
  const during = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    let result: T | undefined;
    const { result: phase, peak } = await peakDuring(server, () =>
      timed(() =>
        atFixedRate(trainee, async () => {
          result = await work();
        }),
      ),
    );
    phases.push({ what, took: phase.took, peak: peak - idle, looks: phase.result });
    return result as T;
  };
  for (const file of files) {
    const { id } = await during(`check ${file.kind}`, async () => {
      const { shape } = await call(server, headers, contract.previewImport, { body: formOf(file) });
      const checked = await call(server, headers, contract.checkImport, { body: formOf(file, shape) });
      return untilState(server, headers, checked.id, 'checked');
    });
    const { outcomes } = await during(`run ${file.kind}`, async () => {
      await call(server, headers, contract.startImport, { id, body: { takesDoubtful: true } });
      return untilState(server, headers, id, 'finished');
    });
    if (outcomes.made !== file.rows) throw new Error(`${outcomes.made} of ${file.kind} were imported`);
  }
  return { phases, without: p95(without) };
};

type Measured = Awaited<ReturnType<typeof measure>>;

const names: Readonly<Record<string, string>> = {
  'check people': 'dry run of the people',
  'run people': 'import of the people',
  'check certificates': 'dry run of the certificates',
  'run certificates': 'import of the certificates',
};

const report = ({ phases, without }: Measured): string => {
  const looks = { during: p95(phases.flatMap((phase) => phase.looks)), without };
  const took = phases.reduce((sum, phase) => sum + phase.took, 0);
  const load = os.loadavg()[0] ?? 0;
  return `# What an import of ${PEOPLE} people and ${CERTIFICATES} certificates costs

Made by \`npm run bench:import\` on ${isoTaipei(new Date()).slice(0, 16)}, ${os.availableParallelism()} cores, Node ${process.version}; load average before the run ${startLoad.toFixed(1)}, after it ${load.toFixed(1)}. A load far above 1 before the run comes from other programs, and the figures of time say little then.

| what | figure | floor | holds |
| --- | --- | --- | --- |
${rowOf(`dry runs and imports, while ${RATE} trainees a second look`, took, 'ms', 600_000)}
${rowOf(`95th percentile of trainees' looks: ${describe([looks])}`, ratioOf([looks]), 'times', 1.5)}
${rowOf('memory above idle', Math.max(...phases.map(({ peak }) => peak)), 'MB', 300)}

| phase | time | 95th percentile of looks | memory above idle |
| --- | --- | --- | --- |
${phases.map((each) => `| ${names[each.what]} | ${(each.took / 1000).toFixed(0)} s | ${p95(each.looks).toFixed(1)} ms | ${each.peak.toFixed(0)} MB |`).join('\n')}

**How.** One server in a process of its own, with embedded PostgreSQL. The files are workbooks with ten and seven columns. Memory is the resident memory of the server's process, which reads the files in a worker. One run.
`;
};

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
