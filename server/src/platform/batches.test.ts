import { expect, test } from 'vitest';
import { inBatches } from './batches.ts';
import { Refusal } from './errors.ts';

/** Batches of letters; a batch ends when the test says so. */
const openBatches = ({ size = 3, waiting = 10, timeout = 60_000 } = {}) => {
  const batches: { items: readonly string[]; end: PromiseWithResolvers<void> }[] = [];
  const add = inBatches<string, string>({
    ...{ size, waiting, timeout },
    ownerOf: (item) => item,
    ticketOf: (item) => item,
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

/** The refusal of somebody who may ask again, with the number of those before them. */
const inLine = (ahead: number) => new Refusal('crowded', { retryAfter: 2, line: { ahead, again: 2 } });

test('if too many wait, the last in the line is refused at once', async () => {
  const { add, endNext } = openBatches({ waiting: 1 });
  const answers = [add('key', 'a'), add('key', 'b')];
  await expect(add('key', 'c')).rejects.toEqual(inLine(1));
  await endNext();
  await endNext();
  expect(await Promise.all(answers)).toEqual(['A', 'B']);
});

test('who waits too long is refused, and is in no batch', async () => {
  const { add, batches, endNext } = openBatches({ timeout: 20 });
  const first = add('key', 'a');
  await expect(add('key', 'b')).rejects.toEqual(inLine(0));
  await endNext();
  expect([await first, batches]).toEqual(['A', []]);
});

test('who asks again keeps the place of the first time, before those who came later', async () => {
  const { add, batches, endNext } = openBatches({ size: 1, waiting: 2 });
  const answers = ['a', 'b', 'c'].map((item) => add('key', item));
  await expect(add('key', 'early')).rejects.toEqual(inLine(2));
  expect(await endNext()).toEqual(['a']);
  await expect.poll(() => batches.map(({ items }) => items)).toEqual([['b']]);
  const late = add('key', 'late');
  const again = add('key', 'early');
  await expect(late).rejects.toEqual(inLine(2));
  expect([await endNext(), await endNext(), await endNext()]).toEqual([['b'], ['c'], ['early']]);
  expect(await Promise.all([...answers, again])).toEqual(['A', 'B', 'C', 'EARLY']);
});

test('a place that was taken is forgotten', async () => {
  const { add, endNext } = openBatches({ size: 1 });
  const first = add('key', 'a');
  await endNext();
  await first;
  const answers = ['b', 'c', 'a'].map((item) => add('key', item));
  expect([await endNext(), await endNext(), await endNext()]).toEqual([['b'], ['c'], ['a']]);
  await Promise.all(answers);
});

test('the longer the line, the later a person is told to ask again', async () => {
  const { add } = openBatches({ waiting: 1_200 });
  const answers = Array.from({ length: 1_201 }, (_, index) => add('key', `${index}`));
  await expect(add('key', 'last')).rejects.toMatchObject({
    details: { retryAfter: 4, line: { ahead: 1_200, again: 4 } },
  });
  for (const answer of answers) answer.catch(() => undefined);
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
