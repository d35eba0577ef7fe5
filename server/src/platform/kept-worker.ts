import os from 'node:os';
import { parentPort, type ResourceLimits, Worker } from 'node:worker_threads';
import { limitConcurrency } from './http/limit.ts';

/* A worker thread that starts with its first job, does one job after another and ends when idle. */

/** The jobs of a worker by name. Inputs and answers are copied between the threads. */
type Jobs = Readonly<Record<string, (input: never) => unknown>>;

type InputOf<T extends Jobs, K extends keyof T> = Parameters<T[K]>[0];
type AnswerOf<T extends Jobs, K extends keyof T> = Awaited<ReturnType<T[K]>>;

interface WorkerJob {
  readonly name: string;
  readonly input: unknown;
}

type Reply = { readonly answer: unknown } | { readonly failure: string };

interface Bounds {
  /** The most jobs in the queue, and the longest wait there in milliseconds. */
  readonly queue: { readonly waiting: number; readonly timeout: number };
  /** The most milliseconds of processor time for a job. It may wait for a processor several times as long. */
  readonly timeout: number;
  /** The worker ends after so many milliseconds without a job. */
  readonly idle?: number;
  readonly resourceLimits?: ResourceLimits;
}

const IDLE_MS = 60_000;

/** A job is ended when it has waited and computed for so many times its limit of processor time. */
const WAIT_FACTOR = 10;
/** In milliseconds. The shortest pause between two checks of the time that a job has used. */
const LEAST_PAUSE_MS = 10;

/** The worker took too long or too much memory, or crashed. */
export class WorkerEnded extends Error {}

/** Returns milliseconds: 0 for a worker that has not started yet. */
const processorTime = async (worker: Worker): Promise<number> => {
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
};

/** Calls `end` when the worker has computed for longer than `timeout`, unless the returned function is called before. */
const limitJob = (worker: Worker, timeout: number, end: () => void): (() => void) => {
  const last = performance.now() + WAIT_FACTOR * timeout;
  const before = processorTime(worker);
  let isOver = false;
  const look = async () => {
    const spent = (await processorTime(worker)) - (await before);
    if (isOver) return;
    if (spent >= timeout || performance.now() >= last) return end();
    wait(timeout - spent);
  };
  let next: NodeJS.Timeout;
  const wait = (pause: number) => {
    next = setTimeout(look, Math.max(pause, LEAST_PAUSE_MS));
  };
  wait(timeout);
  return () => {
    isOver = true;
    clearTimeout(next);
  };
};

export const keepWorker = <T extends Jobs>(
  file: URL,
  { queue, timeout, idle = IDLE_MS, resourceLimits = {} }: Bounds,
) => {
  const limit = limitConcurrency({ atOnce: 1, ...queue });
  let worker: Worker | null = null;
  let idleTimer: NodeJS.Timeout | undefined;

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

  const handleJob = (job: WorkerJob): Promise<Reply> =>
    new Promise((resolve, reject) => {
      clearTimeout(idleTimer);
      worker ??= start();
      const handling = worker;
      const settle = (finish: () => void) => {
        endLimit();
        // The worker's own listeners stay: without them it hands on no further message.
        handling.off('message', succeed).off('error', fail).off('exit', stop);
        idleTimer = setTimeout(end, idle);
        idleTimer.unref();
        finish();
      };
      const fail = (cause: unknown) =>
        settle(() => {
          end();
          reject(new WorkerEnded(`the worker has ended during ${job.name}`, { cause }));
        });
      const succeed = (reply: Reply) => settle(() => resolve(reply));
      const stop = () => fail('exit');
      const endLimit = limitJob(handling, timeout, () => fail('it took too long'));
      handling.once('message', succeed).once('error', fail).once('exit', stop);
      handling.postMessage(job);
    });

  return async <K extends keyof T & string>(name: K, input: InputOf<T, K>): Promise<AnswerOf<T, K>> => {
    const reply = await limit(() => handleJob({ name, input }));
    if ('failure' in reply) throw new Error(`${name}: ${reply.failure}`);
    return reply.answer as AnswerOf<T, K>;
  };
};

const reply = async (jobs: Jobs, { name, input }: WorkerJob): Promise<Reply> => {
  try {
    return { answer: await jobs[name]?.(input as never) };
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
export const serveJobs = (jobs: Jobs): void => {
  giveWay();
  parentPort?.on('message', async (job: WorkerJob) => parentPort?.postMessage(await reply(jobs, job)));
};
