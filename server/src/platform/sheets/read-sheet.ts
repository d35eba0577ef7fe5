import { Worker } from 'node:worker_threads';
import type { RefusalCode } from '@portal/contract/errors';
import { Refusal } from '../errors.ts';
import { limitConcurrency } from '../http/limit.ts';
import type { SheetAnswer, SheetFault, SheetOptions, SheetRows } from './sheet-rows.ts';

/* Spreadsheets are read in a worker thread, which can be stopped. */

/** In milliseconds; an ordinary table takes less than one second of processor time. */
export const TIMEOUT = 30_000;

/** In megabytes; ordinary tables need less. */
const resourceLimits = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

const limit = limitConcurrency({ atOnce: 2, waiting: 6, timeout: 20_000 });

const runWorker = (bytes: Uint8Array, options: SheetOptions): Promise<SheetAnswer> =>
  new Promise((resolve) => {
    const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
      workerData: { bytes, options },
      resourceLimits,
    });
    const end = (answer: SheetAnswer) => {
      clearTimeout(late);
      resolve(answer);
      worker.terminate();
    };
    const late = setTimeout(() => end({ fault: 'unreadable' }), TIMEOUT);
    worker.once('message', end);
    worker.once('error', () => end({ fault: 'unreadable' }));
    worker.once('exit', () => end({ fault: 'unreadable' }));
  });

/** Reads at most two files at once. */
export const readSheet = (bytes: Uint8Array, options: SheetOptions): Promise<SheetAnswer> =>
  limit(() => runWorker(bytes, options));

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
