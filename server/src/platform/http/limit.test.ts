import { describe, expect, test, vi } from 'vitest';
import { limitByKey, limitConcurrency } from './limit.ts';

/** Work that ends when it is told to. */
const held = () => {
  const releases: (() => void)[] = [];
  let most = 0;
  let now = 0;
  const work = async () => {
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => releases.push(resolve));
    now -= 1;
  };
  const releaseAll = async () => {
    while (releases.length > 0) {
      releases.shift()?.();
      await new Promise(setImmediate);
    }
  };
  return { work, releaseAll, most: () => most };
};

describe('limitConcurrency', () => {
  test('runs at most the allowed number at once, and everything in the end', async () => {
    const limit = limitConcurrency({ atOnce: 2, waiting: 10 });
    const { work, releaseAll, most } = held();
    const all = Promise.all(Array.from({ length: 8 }, () => limit(work)));
    await new Promise(setImmediate);
    await releaseAll();
    await all;
    expect(most()).toBe(2);
  });

  test('refuses with 503 and a retry time when the queue is full', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 1 });
    const { work, releaseAll } = held();
    const admitted = Promise.all([limit(work), limit(work)]);
    await expect(limit(work)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } });
    await releaseAll();
    await admitted;
  });

  test('refuses all who wait after a failure that the next work would meet too', async () => {
    const failsAll = (error: unknown) => error instanceof Error && error.message === 'locked';
    const limit = limitConcurrency({ atOnce: 1, waiting: 9, failsAll });
    const locked = Promise.withResolvers<void>();
    const ran: string[] = [];
    const waiter = (name: string) => limit(async () => void ran.push(name));
    const first = limit(() => locked.promise);
    const waiting = Promise.allSettled([waiter('b'), waiter('c')]);
    locked.reject(new Error('locked'));
    await expect(first).rejects.toThrow('locked');
    const refused = { status: 'rejected', reason: { code: 'unavailable', details: { retryAfter: 2 } } };
    expect(await waiting).toMatchObject([refused, refused]);
    await waiter('d');
    const other = limit(() => Promise.reject(new Error('other')));
    const next = waiter('e');
    await expect(other).rejects.toThrow('other');
    await next;
    expect(ran).toEqual(['d', 'e']);
  });

  test('releases the slot after a failure', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 0 });
    await expect(limit(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(limit(async () => 'yes')).resolves.toBe('yes');
  });

  test('removes aborted work from the queue, and starts the next', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 1 });
    const { work, releaseAll, most } = held();
    const leaver = new AbortController();
    const first = limit(work);
    const second = limit(work, leaver.signal);
    leaver.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    const third = limit(async () => 'third');
    await releaseAll();
    await first;
    await expect(third).resolves.toBe('third');
    expect(most()).toBe(1);
  });

  test('starts no work that is already aborted', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 1 });
    const gone = AbortSignal.abort(new Error('gone'));
    await expect(limit(() => Promise.reject(new Error('begun')), gone)).rejects.toThrow('gone');
    await expect(limit(async () => 'yes')).resolves.toBe('yes');
  });

  test('starts no work that is aborted between its turn and its start', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 1 });
    const leaver = new AbortController();
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const first = limit(() => ended);
    const second = limit(() => Promise.reject(new Error('begun')), leaver.signal);
    await new Promise(setImmediate);
    // Runs between two reactions to `ended`: after the first work has left, before the second is told that it may begin.
    ended.then(() => leaver.abort(new Error('gone')));
    end();
    await expect(second).rejects.toThrow('gone');
    await first;
    await expect(limit(async () => 'yes')).resolves.toBe('yes');
  });

  test('refuses work that waited too long with 503, and starts the next', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 2, timeout: 50 });
    const { work, releaseAll } = held();
    const first = limit(work);
    await expect(limit(work)).rejects.toMatchObject({ code: 'unavailable', details: { retryAfter: 2 } });
    const third = limit(async () => 'third');
    await releaseAll();
    await first;
    await expect(third).resolves.toBe('third');
  });

  test.each(['begins', 'leaves'])(
    'stops the timer of work that %s, and keeps the next in the queue',
    async (how) => {
      vi.useFakeTimers();
      const limit = limitConcurrency({ atOnce: 1, waiting: 2, timeout: 60 });
      const takes = (milliseconds: number) => () => new Promise<void>((end) => setTimeout(end, milliseconds));
      const leaver = new AbortController();
      const first = limit(takes(how === 'begins' ? 20 : 80));
      const second = limit(takes(60), leaver.signal).catch(() => {});
      await vi.advanceTimersByTimeAsync(30);
      if (how === 'leaves') leaver.abort();
      const third = limit(async () => 'third');
      await vi.advanceTimersByTimeAsync(55);
      await Promise.all([first, second]);
      await expect(third).resolves.toBe('third');
      vi.useRealTimers();
    },
  );

  test('does not interrupt work that runs longer than the time limit of the queue', async () => {
    const limit = limitConcurrency({ atOnce: 1, waiting: 1, timeout: 20 });
    const slow = () => new Promise<string>((resolve) => setTimeout(resolve, 100, 'done'));
    await expect(limit(slow)).resolves.toBe('done');
  });
});

describe('limitByKey', () => {
  test('makes work of one key wait, and none of another', async () => {
    const limit = limitByKey({ atOnce: 1, waiting: 0 });
    const { work, releaseAll } = held();
    const first = limit('a', work);
    await expect(limit('a', async () => 'a')).rejects.toMatchObject({ code: 'unavailable' });
    await expect(limit('b', async () => 'b')).resolves.toBe('b');
    await releaseAll();
    await first;
    await expect(limit('a', async () => 'a')).resolves.toBe('a');
  });

  test('keeps the limit of a key while work of it waits', async () => {
    const limit = limitByKey({ atOnce: 1, waiting: 2 });
    const { work, releaseAll, most } = held();
    const first = limit('a', async () => {});
    const second = limit('a', work);
    await first;
    const third = limit('a', work);
    await new Promise(setImmediate);
    await releaseAll();
    await Promise.all([second, third]);
    expect(most()).toBe(1);
  });
});
