import { keepWorker } from '../platform/kept-worker.ts';
import type { PaperTasks } from './paper-worker.ts';

/* Papers are compiled in a worker, which keeps the compiler and the fonts in memory. */

export interface PaperOrder {
  readonly template: 'roster' | 'sign-in' | 'scores' | 'group-certificates' | 'register';
  readonly data: unknown;
}

/** A paper takes milliseconds. */
export const runPaperWorker = keepWorker<PaperTasks>(new URL('./paper-worker.ts', import.meta.url), {
  queue: { waiting: 20, timeout: 20_000 },
  timeout: 20_000,
});

export const renderPaper = (wanted: PaperOrder): Promise<Uint8Array> => runPaperWorker('compile', wanted);
