import os from 'node:os';
import { describe, expect, test, vi } from 'vitest';
import type { TestTasks } from '../../test/test-worker.ts';
import { keepWorker, WorkerEnded } from './kept-worker.ts';

const file = new URL('../../test/test-worker.ts', import.meta.url);
const keep = (overrides: Partial<Parameters<typeof keepWorker>[1]> = {}) =>
  keepWorker<TestTasks>(file, {
    queue: { waiting: 2, timeout: 120_000 },
    timeout: 120_000,
    resourceLimits: { maxOldGenerationSizeMb: 32 },
    ...overrides,
  });

const run = keep();

test('one worker does one task after the other', async () => {
  const sums = await Promise.all([1, 2, 3].map((a) => run('add', { a, b: 1 })));
  expect(sums).toEqual([2, 3, 4]);
  expect(await run('count', null)).toBeLessThan(await run('count', null));
});

/** Only Linux has a priority for each thread. */
test.runIf(process.platform === 'linux')(
  'a worker gives way to the thread that serves requests',
  async () => {
    const own = os.getPriority();
    const { PRIORITY_BELOW_NORMAL } = os.constants.priority;
    expect(await run('priority', null)).toBe(Math.max(own, PRIORITY_BELOW_NORMAL));
    expect(os.getPriority()).toBe(own);
  },
);

test('a task that throws is an error with its text, and the worker goes on', async () => {
  const before = await run('count', null);
  await expect(run('fail', 'no such thing')).rejects.toThrow('no such thing');
  expect(await run('count', null)).toBe(before + 1);
});

test('a task that has not computed for too long goes on, however late it is', async () => {
  await run('count', null);
  const begin = setTimeout;
  const limit = vi.spyOn(globalThis, 'setTimeout').mockImplementation((end) => begin(end, 0));
  const counted = await run('sleep', 200);
  limit.mockRestore();
  expect(counted).toBe('slept');
});

describe('the next task gets a new worker if the worker', () => {
  test.each(['exit', 'crash', 'fillMemory'] as const)('ended by: %s', async (task) => {
    await run('count', null);
    await expect(run(task, null)).rejects.toThrow(WorkerEnded);
    expect(await run('count', null)).toBe(1);
  });

  test('computed for too long', async () => {
    const runQuickly = keep({ timeout: 500 });
    await runQuickly('count', null);
    await expect(runQuickly('loop', null)).rejects.toThrow(WorkerEnded);
    expect(await runQuickly('count', null)).toBe(1);
  });

  test('waited many times as long as it may compute', async () => {
    const runQuickly = keep({ timeout: 500 });
    let time = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
      time += 10 * 500;
      return time;
    });
    await expect(runQuickly('wait', null)).rejects.toThrow(WorkerEnded);
    clock.mockRestore();
    expect(await runQuickly('count', null)).toBe(1);
  });

  test('was idle', async () => {
    const runQuickly = keep({ idle: 1 });
    await runQuickly('count', null);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(await runQuickly('count', null)).toBe(1);
  });
});

test('the server is busy if too many tasks wait', async () => {
  const results = await Promise.allSettled([1, 2, 3, 4].map((a) => run('add', { a, b: 1 })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(results[3]).toMatchObject({ reason: { code: 'unavailable' } });
});
