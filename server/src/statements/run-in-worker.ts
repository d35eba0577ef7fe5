import { STATEMENT_LINES } from '@portal/contract/office/statements';
import { Refusal } from '../platform/errors.ts';
import { keepWorker, WorkerEnded } from '../platform/kept-worker.ts';
import type { FileFault } from './reading/read-statement.ts';
import type { StatementJobs } from './statement-worker.ts';

/* Statements are read and matched in a worker, because thousands of lines would block the server. */

export const runInWorker = keepWorker<StatementJobs>(new URL('./statement-worker.ts', import.meta.url), {
  queue: { waiting: 20, timeout: 20_000 },
  timeout: 30_000,
  resourceLimits: {
    maxOldGenerationSizeMb: 320,
    maxYoungGenerationSizeMb: 64,
    stackSizeMb: 4,
  },
});

const refusals = {
  old_excel: 'statement_old_excel',
  web_page: 'statement_web_page',
  protected: 'statement_protected',
  blanks: 'statement_blanks',
  unreadable: 'statement_unreadable',
  too_many_rows: 'statement_too_many_lines',
} as const satisfies Record<FileFault['fault'], string>;

/** A file that crashes the worker is treated as unreadable. */
const asUnreadable = (error: unknown): FileFault => {
  if (error instanceof WorkerEnded) return { fault: 'unreadable' };
  throw error;
};

const readOrRefuse = async <T extends object>(reading: Promise<T | FileFault>): Promise<T> => {
  const answer = await reading.catch(asUnreadable);
  if ('fault' in answer) throw new Refusal(refusals[answer.fault], { values: { n: STATEMENT_LINES } });
  return answer;
};

type Input<K extends keyof StatementJobs> = Parameters<StatementJobs[K]>[0];

export const readForImport = (file: Input<'readForImport'>) =>
  readOrRefuse(runInWorker('readForImport', file));

export const readForPreview = (file: Input<'readForPreview'>) =>
  readOrRefuse(runInWorker('readForPreview', file));
