import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveJobs } from '../src/platform/kept-worker.ts';

/* The worker of kept-worker.test.ts. */

let done = 0;

const tasks = {
  add: ({ a, b }: { a: number; b: number }): number => a + b,
  count: (_: null): number => {
    done += 1;
    return done;
  },
  priority: (_: null): number => os.getPriority(),
  fail: (text: string): void => {
    throw new Error(text);
  },
  exit: (_: null): void => process.exit(0),
  crash: (_: null): Promise<void> =>
    new Promise(() => {
      setImmediate(() => {
        throw new Error('crashed');
      });
    }),
  fillMemory: (_: null): number => {
    const kept: unknown[] = [];
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, n) => ({ n })));
  },
  sleep: (milliseconds: number): Promise<string> => sleep(milliseconds, 'slept'),
  wait: (_: null): Promise<void> => new Promise(() => {}),
  loop: (_: null): void => {
    for (;;);
  },
};
export type TestTasks = typeof tasks;

serveJobs(tasks);
