import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';
import { Refusal } from './errors.ts';

/** Batches of letters; a batch ends when the test says so. */
const openBatches = ({ size = 3, waiting = 10, timeout = 60_000 } = {}) => {
  const batches: { items: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const add = inBatches<string, string>({
    ...{ size, waiting, timeout },
    ownerOf: (item) => item,
    failsAll: (error) => error instanceof RangeError,
    work: async (_, items) => {
      const end = Promise.withResolvers<void>();
      batches.push({ items, end });
      await end.promise;
      return items.map((item) => (item === 'x' ? new Error('wrong item') : item.toUpperCase()));
    },
  });
  const endNext = async () => {
    const batch = await expect
      .poll(() => batches[0])
      .toBeDefined()
      .then(() => batches.shift());
    batch?.end.resolve();
    return batch?.items;
  };
  const failNext = (error: Error) => batches.shift()?.end.reject(error);
  return { add, batches, endNext, failNext };
};

test('the first item begins alone, and those that arrive meanwhile are done together in their order', async () => {
  const { add, endNext } = openBatches();
  const answers = Promise.all(['a', 'b', 'c', 'd', 'e'].map((item) => add('key', item)));
  expect([await endNext(), await endNext(), await endNext()]).toEqual([['a'], ['b', 'c', 'd'], ['e']]);
  expect(await answers).toEqual(['A', 'B', 'C', 'D', 'E']);
});

test('what is wrong with an item concerns no other', async () => {
  const { add, endNext } = openBatches();
  const answers = Promise.allSettled(['a', 'b', 'x', 'c'].map((item) => add('key', item)));
  await endNext();
  await endNext();
  expect((await answers).map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
});

test('two items of one owner are in different batches', async () => {
  const { add, endNext } = openBatches();
  const answers = Promise.all(['a', 'b', 'b', 'c'].map((item) => add('key', item)));
  expect([await endNext(), await endNext(), await endNext()]).toEqual([['a'], ['b', 'c'], ['b']]);
  expect(await answers).toEqual(['A', 'B', 'B', 'C']);
});

test('another key does not wait', async () => {
  const { add, batches, endNext } = openBatches();
  const answers = Promise.all([add('one', 'a'), add('two', 'b')]);
  expect(batches.map(({ items }) => items)).toEqual([['a'], ['b']]);
  await endNext();
  await endNext();
  expect(await answers).toEqual(['A', 'B']);
});

test('if too many wait, the next is refused at once', async () => {
  const { add, endNext } = openBatches({ waiting: 1 });
  const answers = [add('key', 'a'), add('key', 'b')];
  await expect(add('key', 'c')).rejects.toEqual(new Refusal('crowded', { retryAfter: 2 }));
  await endNext();
  await endNext();
  expect(await Promise.all(answers)).toEqual(['A', 'B']);
});

test('who waits too long is refused, and is in no batch', async () => {
  const { add, batches, endNext } = openBatches({ timeout: 20 });
  const first = add('key', 'a');
  await expect(add('key', 'b')).rejects.toThrow('crowded');
  await endNext();
  expect([await first, batches]).toEqual(['A', []]);
});

test('an error of a batch is that of its items', async () => {
  const { add, failNext, endNext } = openBatches();
  const [first, second] = [add('key', 'a'), add('key', 'b')];
  failNext(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await endNext();
  expect(await second).toBe('B');
});

test('an error that all would get ends the waiting of all', async () => {
  const { add, failNext, batches } = openBatches();
  const answers = Promise.allSettled([add('key', 'a'), add('key', 'b'), add('key', 'c')]);
  failNext(new RangeError('locked'));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(batches).toEqual([]);
});
