import type { ImportDetail, ImportKind, ImportShape } from '@portal/contract/office/imports';
import {
  checkImport,
  importDetail,
  previewImport,
  startImport,
  undoImport,
} from '@portal/contract/office/imports';
import type { ImportLookups } from '../../src/imports/reading/kind-readers.ts';
import { type FileToCheck, readForCheck } from '../../src/imports/reading/read-for-check.ts';
import { readForPreview } from '../../src/imports/reading/read-import.ts';
import { importRows, imports } from '../../src/imports/tables.ts';
import { runNextJob } from '../../src/jobs/run-job.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { jobKinds } from '../../src/timers/job-kinds.ts';
import { NOW, type TestPortal } from '../app.ts';
import { multipart } from '../multipart.ts';
import { nationalId } from './identity.ts';
import { one } from './one.ts';
import type { enterAs } from './staff.ts';

const IMPORTED = {
  country: 'local',
  number: nationalId(7, { letter: 'Q' }),
  chineseName: '林匯入',
  birthday: '1990-05-14',
};
let serial = 0;

/** An import of one person, after its dry run. */
export const buildImport = async (
  db: Database,
  overrides: Partial<typeof imports.$inferInsert> = {},
): Promise<typeof imports.$inferSelect> => {
  serial += 1;
  const shape = { encoding: 'utf-8', separator: ',', sheet: null, skip: 1, columns: {} } as const;
  const made = one(
    await db
      .insert(imports)
      .values({
        ...{
          kind: 'people',
          fileName: '學員.csv',
          sha256: serial.toString(16).padStart(64, '0'),
          head: ['證號'],
        },
        ...{ shape, rows: 1, state: 'checked', createdBy: 'staff:1', createdAt: NOW, ...overrides },
      })
      .returning(),
  );
  await db.insert(importRows).values({ importId: made.id, row: 2, verdict: 'new', data: IMPORTED });
  return made;
};

/** An import after its job. */
export const finishedImport = { state: 'finished', startedAt: NOW, startedBy: 'staff:1' } as const;

type Caller = Awaited<ReturnType<typeof enterAs>>;

export const csv = (...rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\r\n'));

/** Imports files as an administrator does. */
export const importer = (
  portal: TestPortal,
  caller: Caller,
  kind: ImportKind = 'people',
  group?: { readonly id: number },
) => {
  const upload = async (bytes: Buffer, fields: Record<string, string | undefined>) => {
    const form = await multipart({
      fields: { kind, ...(group && { group: `${group.id}` }), ...fields },
      file: { bytes, name: '學員.csv', type: 'text/csv' },
    });
    return { headers: { ...caller.headers, ...form.headers }, body: form.body };
  };
  const preview = async (bytes: Buffer, shape?: ImportShape) =>
    portal.call(previewImport, await upload(bytes, { shape: shape && JSON.stringify(shape) }));
  const check = async (bytes: Buffer, shape?: ImportShape) => {
    const read = shape ?? (await preview(bytes)).answer.shape;
    return portal.call(checkImport, await upload(bytes, { shape: JSON.stringify(read) }));
  };
  const runJobs = async () => {
    while (
      await runNextJob({
        ...portal.services,
        pause: async () => {},
        publicUrl: 'https://portal.test',
        kinds: jobKinds,
      })
    );
  };
  const show = async (id: number): Promise<ImportDetail> =>
    (await portal.call(importDetail, { ...caller, params: { id: `${id}` } })).answer;
  const start = (id: number, takesDoubtful = false) =>
    portal.call(startImport, { ...caller, params: { id: `${id}` }, body: { takesDoubtful } });
  const undo = (id: number) => portal.call(undoImport, { ...caller, params: { id: `${id}` } });
  /** Dry run. */
  const tryOut = async (bytes: Buffer): Promise<ImportDetail> => {
    const { answer } = await check(bytes);
    await runJobs();
    return show(answer.id);
  };
  const run = async (bytes: Buffer, takesDoubtful = false): Promise<ImportDetail> => {
    const { id } = await tryOut(bytes);
    await start(id, takesDoubtful);
    await runJobs();
    return show(id);
  };
  return { preview, check, runJobs, show, start, undo, tryOut, run };
};

export const noLookups: ImportLookups = {
  ...{ courses: [], organizations: [], cities: [], areas: [], careers: [], educations: [] },
  ...{ educationStatuses: [], groups: [], ofGroup: null, subjects: [] },
};

/** The file as the worker reads it. */
export const readForCheckOf = async (bytes: Buffer, kind: ImportKind = 'people'): Promise<FileToCheck> => {
  const { shape } = await found(readForPreview({ bytes, kind, given: null, remembered: [] }));
  return found(readForCheck({ bytes, kind, shape, lookups: noLookups, today: '2026-12-01' }));
};

const found = async <T extends object>(reading: Promise<T>): Promise<Exclude<T, { fault: string }>> => {
  const answer = await reading;
  if ('fault' in answer) throw new Error(`the file is ${answer.fault}`);
  return answer as Exclude<T, { fault: string }>;
};
