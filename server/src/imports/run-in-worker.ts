import { IMPORT_ROWS } from '@portal/contract/office/imports';
import { Refusal } from '../platform/errors.ts';
import { keepWorker, WorkerEnded } from '../platform/kept-worker.ts';
import type { ImportJobs } from './import-worker.ts';
import type { FileFault } from './reading/read-import.ts';

const runInWorker = keepWorker<ImportJobs>(new URL('./import-worker.ts', import.meta.url), {
  queue: { waiting: 4, timeout: 60_000 },
  // A workbook of 50,000 people takes seven seconds.
  timeout: 60_000,
  idle: 10_000,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8, stackSizeMb: 4 },
});

const refusals = {
  old_excel: 'import_old_excel',
  web_page: 'import_web_page',
  protected: 'import_protected',
  unreadable: 'import_unreadable',
  too_many_rows: 'import_too_many_rows',
} as const satisfies Record<FileFault['fault'], string>;

/** A file that ends the worker is treated as unreadable. */
const asUnreadable = (error: unknown): FileFault => {
  if (error instanceof WorkerEnded) return { fault: 'unreadable' };
  throw error;
};

const readOrRefuse = async <T extends object>(reading: Promise<T | FileFault>): Promise<T> => {
  const answer = await reading.catch(asUnreadable);
  if ('fault' in answer) throw new Refusal(refusals[answer.fault], { values: { n: IMPORT_ROWS } });
  return answer;
};

type Input<K extends keyof ImportJobs> = Parameters<ImportJobs[K]>[0];

export const readForCheck = (file: Input<'readForCheck'>) => readOrRefuse(runInWorker('readForCheck', file));

export const readForPreview = (file: Input<'readForPreview'>) =>
  readOrRefuse(runInWorker('readForPreview', file));
