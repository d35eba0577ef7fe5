import { QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { queries } from './query-client.ts';
import { waitingKey } from './waiting.ts';

afterEach(() => queries.clear());

const write = (work: () => Promise<void>) =>
  queries.getMutationCache().build<void, Error, void, unknown>(queries, { mutationFn: work }).execute();

const isOld = (key: readonly unknown[]) => queries.getQueryState(key)?.isInvalidated;

test('after a write, every kept answer is asked for again when it is shown next', async () => {
  queries.setQueryData(['class', 1], 'seen');
  queries.setQueryData(['registration', 2], 'seen');
  await write(async () => {});
  expect([isOld(['class', 1]), isOld(['registration', 2])]).toEqual([true, true]);
});

test('after a write that failed, kept answers stay', async () => {
  queries.setQueryData(['class', 1], 'seen');
  await expect(write(() => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(isOld(['class', 1])).toBe(false);
});

test('a write does not wait until the waiting work is counted again', async () => {
  let counted = 0;
  const never = new Promise<number>(() => {});
  const observer = new QueryObserver(queries, {
    queryKey: waitingKey,
    queryFn: () => {
      counted += 1;
      return counted === 1 ? 1 : never;
    },
  });
  const stop = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  await write(async () => {});
  expect(counted).toBe(2);
  stop();
});
