import os from 'node:os';
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { limitConcurrency } from './limit.ts';

/* A worker thread that starts with its first order, does one order after another and ends when idle. */

/** The tasks of a worker by name. Inputs and answers are copied between the threads. */
export type Tasks = Readonly<Record<string, (input: never) => unknown>>;

type InputOf<T extends Tasks, K extends keyof T> = Parameters<T[K]>[0];
type AnswerOf<T extends Tasks, K extends keyof T> = Awaited<ReturnType<T[K]>>;

interface Order {
  readonly task: string;
  readonly input: unknown;
}

type Reply = { readonly answer: unknown } | { readonly failure: string };

interface Bounds {
  /** The most orders in the queue, and the longest wait there in milliseconds. */
  readonly queue: { readonly waiting: number; readonly timeout: number };
  /** The most milliseconds for an order. */
  readonly timeout: number;
  /** The worker ends after so many milliseconds without an order. */
  readonly idle?: number;
  readonly resourceLimits?: ResourceLimits;
}

const IDLE = 60_000;

/** The worker took too long or too much memory, or crashed. */
export class WorkerEnded extends Error {}

export const keepWorker = <T extends Tasks>(
  file: URL,
  { queue, timeout, idle = IDLE, resourceLimits = {} }: Bounds,
) => {
  const limit = limitConcurrency({ atOnce: 1, ...queue });
  let worker: Worker | null = null;
  let resting: NodeJS.Timeout | undefined;

  const end = () => {
    worker?.terminate();
    worker = null;
  };

  const forget = (ended: Worker) => {
    if (worker === ended) worker = null;
  };

  const start = (): Worker => {
    const started = new Worker(file, { resourceLimits });
    started.unref();
    // An error without a listener would end the server.
    started.on('error', () => {}).once('exit', () => forget(started));
    return started;
  };

  const carryOut = (order: Order): Promise<Reply> =>
    new Promise((resolve, reject) => {
      clearTimeout(resting);
      worker ??= start();
      const asked = worker;
      const settle = (finish: () => void) => {
        clearTimeout(late);
        // The worker's own listeners stay: without them it hands on no further message.
        asked.off('message', succeed).off('error', fail).off('exit', stop);
        resting = setTimeout(end, idle);
        resting.unref();
        finish();
      };
      const fail = (cause: unknown) =>
        settle(() => {
          end();
          reject(new WorkerEnded(`the worker has ended during ${order.task}`, { cause }));
        });
      const succeed = (reply: Reply) => settle(() => resolve(reply));
      const stop = () => fail('exit');
      const late = setTimeout(() => fail('it took too long'), timeout);
      asked.once('message', succeed).once('error', fail).once('exit', stop);
      asked.postMessage(order);
    });

  return async <K extends keyof T & string>(task: K, input: InputOf<T, K>): Promise<AnswerOf<T, K>> => {
    const reply = await limit(() => carryOut({ task, input }));
    if ('failure' in reply) throw new Error(`${task}: ${reply.failure}`);
    return reply.answer as AnswerOf<T, K>;
  };
};

const reply = async (tasks: Tasks, { task, input }: Order): Promise<Reply> => {
  try {
    return { answer: await tasks[task]?.(input as never) };
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

/** Requests come first. Only on Linux does each thread have a priority of its own. */
const giveWay = (): void => {
  const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
  // A lower value is a higher priority, which only root may take.
  const isHigher = os.getPriority() < PRIORITY_BELOW_NORMAL;
  if (process.platform === 'linux' && isHigher) os.setPriority(PRIORITY_BELOW_NORMAL);
};

/** Called in the worker thread. */
export const answerOrders = (tasks: Tasks): void => {
  giveWay();
  parentPort?.on('message', async (order: Order) => parentPort?.postMessage(await reply(tasks, order)));
};
