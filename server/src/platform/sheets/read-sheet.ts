import type { RefusalCode } from '@portal/contract/errors';
import { Refusal } from '../errors.ts';
import { keepWorker, WorkerEnded } from '../kept-worker.ts';
import type { SheetAnswer, SheetOptions, SheetRows } from './sheet-rows.ts';
import type { SheetJobs } from './sheet-worker.ts';
import type { SheetFault } from './unreadable.ts';

/* Spreadsheets are read in a worker thread, which can be stopped. */

const run = keepWorker<SheetJobs>(new URL('./sheet-worker.ts', import.meta.url), {
  queue: { waiting: 7, timeout: 20_000 },
  // An ordinary table takes less than one second.
  timeout: 30_000,
  // Ordinary tables need less.
  resourceLimits: { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
});

export const readSheet = async (bytes: Uint8Array, options: SheetOptions): Promise<SheetAnswer> => {
  try {
    return await run('read', { bytes, options });
  } catch (error) {
    if (error instanceof WorkerEnded) return { fault: 'unreadable' };
    throw error;
  }
};

/** `{n}` in the text is the maximum number of rows. */
export const readSheetOrRefuse = async (
  bytes: Uint8Array,
  options: SheetOptions,
  refusals: Readonly<Record<SheetFault, RefusalCode>>,
): Promise<SheetRows> => {
  const answer = await readSheet(bytes, options);
  if ('sheet' in answer) return answer.sheet;
  throw new Refusal(refusals[answer.fault], { values: { n: options.maxRows } });
};
