import { describe, expect, test } from 'vitest';
import { type FairLimit, limitFairly } from './fair-limit.ts';
import { limitConcurrency } from './limit.ts';

/** Calls the limit for all names while its one place is taken, and returns the order in which they are served. */
const orderOf = async (limit: FairLimit, names: readonly string[]): Promise<string[]> => {
  const opened = Promise.withResolvers<void>();
  const first = limit([], () => opened.promise);
  const served: string[] = [];
  const all = names.map((name) =>
    limit(name.split('+'), async () => void served.push(name)).catch(() => void served.push(`no ${name}`)),
  );
  opened.resolve();
  await Promise.all([first, ...all]);
  return served;
};

const fair = (waiting = 100) => limitFairly({ atOnce: 1, waiting });
const firstCome = (waiting = 100): FairLimit => {
  const limit = limitConcurrency({ atOnce: 1, waiting });
  return (_, work) => limit(work);
};

describe('a fair limit', () => {
  test('serves a newcomer before the second entry of the key that fills the queue; a plain queue would not', async () => {
    const names = ['crowd', 'crowd', 'crowd', 'crowd', 'owner'];
    expect(await orderOf(fair(), names)).toEqual(['crowd', 'owner', 'crowd', 'crowd', 'crowd']);
    expect(await orderOf(firstCome(), names)).toEqual(names);
  });

  test('serves the keys that fill the queue in rotation, each in its order', async () => {
    expect(await orderOf(fair(), ['a', 'a', 'a', 'b', 'b', 'c'])).toEqual(['a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('counts each of several keys: a network, or an account from many networks', async () => {
    const oneNetwork = ['net+one', 'net+two', 'net+three', 'far+owner'];
    expect((await orderOf(fair(), oneNetwork)).indexOf('far+owner')).toBe(1);
    const oneAccount = ['one+acc', 'two+acc', 'three+acc', 'far+owner'];
    expect((await orderOf(fair(), oneAccount)).indexOf('far+owner')).toBe(1);
  });

  test('starves no key: a waiting entry is served before later entries of other keys', async () => {
    const limit = fair();
    const opened = Promise.withResolvers<void>();
    const first = limit([], () => opened.promise);
    const served: string[] = [];
    const again = (left: number): Promise<void> =>
      limit(['quick'], async () => void served.push('quick')).then(() =>
        left > 0 ? again(left - 1) : undefined,
      );
    const crowd = Array.from({ length: 5 }, () => limit(['crowd'], async () => void served.push('crowd')));
    const quick = again(20);
    opened.resolve();
    await Promise.all([first, ...crowd, quick]);
    expect(served.lastIndexOf('crowd')).toBeLessThan(12);
  });

  test('refuses the last entry of a full queue, not a newcomer', async () => {
    const served = await orderOf(fair(3), ['crowd', 'crowd', 'crowd', 'crowd', 'owner']);
    expect(served.filter((name) => name === 'no crowd')).toHaveLength(2);
    expect(served).toContain('owner');
    const plain = await orderOf(firstCome(3), ['crowd', 'crowd', 'crowd', 'crowd', 'owner']);
    expect(plain).toContain('no owner');
  });

  test('refuses with a retry time, and releases the slot after a failure', async () => {
    const limit = limitFairly({ atOnce: 1, waiting: 0 });
    const opened = Promise.withResolvers<void>();
    const first = limit(['a'], () => opened.promise);
    await expect(limit(['b'], async () => 1)).rejects.toMatchObject({
      code: 'unavailable',
      details: { retryAfter: 2 },
    });
    opened.resolve();
    await first;
    await expect(limit(['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limit(['a'], async () => 'yes')).resolves.toBe('yes');
  });
});
