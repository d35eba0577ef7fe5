import '../../test/browser.ts';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/person.ts';
import { CallRefused } from './api.ts';
import { createQueryClient, forEverybody } from './query-client.ts';
import { logIn, logOut } from './session.ts';
import { Offline } from './transport.ts';

beforeEach(() => logOut());

const refused = (status: number) => new CallRefused({ status, text: '', retryAfter: null });

test.each([
  [refused(422), 1],
  [refused(404), 1],
  [refused(401), 1],
  [new Offline('x'), 1],
  [refused(503), 3],
])('%s is asked %i times', async (error, times) => {
  vi.useFakeTimers();
  const ask = vi.fn(() => Promise.reject(error));
  const asked = createQueryClient().fetchQuery({ queryKey: ['x'], queryFn: ask });
  const outcome = expect(asked).rejects.toBe(error);
  await vi.runAllTimersAsync();
  await outcome;
  expect(ask).toHaveBeenCalledTimes(times);
  vi.useRealTimers();
});

test('answers are dropped when another person logs in or out; what is for everybody stays', async () => {
  vi.useFakeTimers();
  const client = createQueryClient();
  const fill = async () => {
    await client.fetchQuery({ queryKey: ['records'], queryFn: async () => 'mine' });
    await client.fetchQuery({ ...forEverybody, queryKey: ['footer'], queryFn: async () => 'ours' });
  };
  await fill();
  logIn({ user: buildUser(), access_token: 'a' });
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['records'])).toBeUndefined();
  expect(client.getQueryData(['footer'])).toBe('ours');

  await fill();
  logIn({ user: buildUser({ email: 'new@example.com' }), access_token: 'renewed' });
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['records'])).toBe('mine');

  logOut();
  await vi.advanceTimersByTimeAsync(1);
  expect(client.getQueryData(['records'])).toBeUndefined();
  vi.useRealTimers();
});
