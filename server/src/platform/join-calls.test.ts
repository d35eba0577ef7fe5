import { expect, test } from 'vitest';
import { joinCalls } from './join-calls.ts';

/** Work that ends when the test says so. */
const openWork = () => {
  const begun: { items: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const call = joinCalls<number>((items) => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    begun.push({ items, end: resolve, fail: reject });
    return promise;
  });
  const itemsOf = () => begun.map(({ items }) => items);
  return { call, begun, itemsOf };
};

test('does the work of the first call at once, and that of later ones together when it has ended', async () => {
  const { call, begun, itemsOf } = openWork();
  const first = call(1);
  await expect.poll(itemsOf).toEqual([[1]]);
  const others = [call(2), call(3)];
  expect(itemsOf()).toEqual([[1]]);
  begun[0]?.end();
  await first;
  await expect.poll(itemsOf).toEqual([[1], [2, 3]]);
  begun[1]?.end();
  await Promise.all(others);
  const last = call(4);
  await expect.poll(itemsOf).toEqual([[1], [2, 3], [4]]);
  begun[2]?.end();
  await last;
});

test('fails the calls whose work failed, and goes on with the others', async () => {
  const { call, begun, itemsOf } = openWork();
  const first = call(1);
  await expect.poll(itemsOf).toEqual([[1]]);
  const others = [call(2), call(3)];
  begun[0]?.fail(new Error('away'));
  await expect(first).rejects.toThrow('away');
  await expect.poll(itemsOf).toEqual([[1], [2, 3]]);
  begun[1]?.end();
  await Promise.all(others);
});
