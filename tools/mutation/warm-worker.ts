import { ForksPoolWorker, type PoolOptions, type PoolWorker, type WorkerRequest } from 'vitest/node';

type Listener = Parameters<PoolWorker['on']>[1];

/* Vitest ends a worker after each run. This one stays, with the modules it has loaded, until it is told to end. */

let process: ForksPoolWorker | null = null;
let isStarted = false;

/** The next run loads all modules anew. */
export const endWorker = async (): Promise<void> => {
  await process?.stop();
  process = null;
  isStarted = false;
};

class WarmWorker implements PoolWorker {
  readonly name = 'warm';
  readonly cacheFs = true;
  readonly #inner: ForksPoolWorker;
  readonly #listeners: [string, Listener][] = [];

  constructor(options: PoolOptions) {
    process ??= new ForksPoolWorker(options);
    this.#inner = process;
  }

  on(event: string, listener: Listener): void {
    this.#listeners.push([event, listener]);
    this.#inner.on(event, listener);
  }

  off(event: string, listener: Listener): void {
    this.#inner.off(event, listener);
  }

  send(message: WorkerRequest): void {
    if (message.type === 'start' && isStarted) this.#answer('started');
    else if (message.type === 'stop') this.#answer('stopped');
    else this.#inner.send(message);
    isStarted ||= message.type === 'start';
  }

  #answer(type: 'started' | 'stopped'): void {
    for (const [event, listener] of this.#listeners) {
      if (event === 'message') setImmediate(listener, { __vitest_worker_response__: true, type });
    }
  }

  async start(): Promise<void> {
    if (!isStarted) await this.#inner.start();
  }

  async stop(): Promise<void> {
    for (const [event, listener] of this.#listeners) this.#inner.off(event, listener);
  }

  deserialize(data: unknown): unknown {
    return this.#inner.deserialize(data);
  }
}

export const warmPool = {
  name: 'warm',
  createPoolWorker: (options: PoolOptions) => new WarmWorker(options),
};
