import { Worker } from 'node:worker_threads';
import { limitConcurrency } from '../platform/limit.ts';

/* Papers as PDF, made in a worker: it holds the compiler and the fonts, and ends when nobody needs it. */

export interface PaperOrder {
  /** The name of a file in `templates`. */
  readonly template: 'roster' | 'sign-in' | 'scores';
  /** The texts of the paper, sent to the template as JSON. */
  readonly data: unknown;
}

export type PaperReply = { readonly pdf: Uint8Array } | { readonly failure: string };

/** Milliseconds that a paper may take, and after which an idle worker ends. */
const PATIENCE = 20_000;
const IDLE = 60_000;

/** One at a time: a paper takes milliseconds. */
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
      asked.removeAllListeners();
      idle = setTimeout(endWorker, IDLE);
      idle.unref();
      settle();
    };
    const fail = (error: Error) =>
      end(() => {
        endWorker();
        reject(error);
      });
    const late = setTimeout(() => fail(new Error('the paper took too long')), PATIENCE);
    asked.once('message', (reply: PaperReply) => end(() => resolve(reply)));
    asked.once('error', fail);
    asked.once('exit', () => fail(new Error('the paper worker has ended')));
    asked.postMessage(wanted);
  });

/** The paper as PDF/A. */
export const renderPaper = async (wanted: PaperOrder): Promise<Uint8Array> => {
  const reply = await limit(() => order(wanted));
  if ('failure' in reply) throw new Error(reply.failure);
  return reply.pdf;
};
