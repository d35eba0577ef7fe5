import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../platform/limit.ts';

/* In a worker, which holds compiler and fonts and ends when idle. */

export interface PaperOrder {
  readonly template: 'roster' | 'sign-in' | 'scores';
  readonly data: unknown;
}

export type PaperReply = { readonly pdf: Uint8Array } | { readonly failure: string };

/** Milliseconds. */
const PATIENCE = 20_000;
const IDLE = 60_000;

/** A paper takes milliseconds. */
const limit = limitConcurrency({ atOnce: 1, waiting: 20, patience: 20_000 });

let worker: Worker | null = null;
let idle: NodeJS.Timeout | undefined;

const endWorker = () => {
  worker?.terminate();
  worker = null;
};

const startWorker = (): Worker => {
  const started = new Worker(new URL('./paper-worker.ts', import.meta.url));
  started.unref();
  return started;
};

const order = (wanted: PaperOrder): Promise<PaperReply> =>
  new Promise((resolve, reject) => {
    clearTimeout(idle);
    worker ??= startWorker();
    const asked = worker;
    const end = (settle: () => void) => {
      clearTimeout(late);
      // The worker's own listeners stay: without them it hands on no further message.
      asked.off('message', succeed).off('error', fail).off('exit', stop);
      idle = setTimeout(endWorker, IDLE);
      idle.unref();
      settle();
    };
    const fail = (error: Error) =>
      end(() => {
        endWorker();
        reject(error);
      });
    const succeed = (reply: PaperReply) => end(() => resolve(reply));
    const stop = () => fail(new Error('the paper worker has ended'));
    const late = setTimeout(() => fail(new Error('the paper took too long')), PATIENCE);
    asked.once('message', succeed).once('error', fail).once('exit', stop);
    asked.postMessage(wanted);
  });

export const renderPaper = async (wanted: PaperOrder): Promise<Uint8Array> => {
  const reply = await limit(() => order(wanted));
  if ('failure' in reply) throw new Error(reply.failure);
  return reply.pdf;
};
