import '../../../kit/test/browser.ts';
import { CallRefused } from '@portal/kit/browser/call.ts';
import { Offline } from '@portal/kit/browser/transport.ts';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { buildUser } from '../../test/person.ts';
import { createQueryClient, forEverybody } from './query-client.ts';
import { logIn, logOut } from './session.ts';

beforeEach(() => logOut());

const refused = (status: number) => new CallRefused({ status, text: '' });

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

test('answers are dropped when a person logs in or out; public answers stay', async () => {
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

test('failed queries are retried when the network is back; successful ones are not', async () => {
  const client = createQueryClient();
  client.mount();
  const watch = async (key: string, ask: () => Promise<string>) => {
    const observer = new QueryObserver(client, { queryKey: [key], queryFn: ask });
    observer.subscribe(() => undefined);
    await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);
    return observer;
  };
  const came = vi.fn(async () => 'x');
  const failed = vi.fn(async () => 'x').mockRejectedValueOnce(new Offline('x'));
  const notRenewed = vi.fn(async () => 'x');
  await watch('came', came);
  await watch('failed', failed);
  const observer = await watch('not renewed', notRenewed);
  notRenewed.mockRejectedValueOnce(new Offline('x'));
  await observer.refetch();

  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await expect.poll(() => failed).toHaveBeenCalledTimes(2);
  await expect.poll(() => notRenewed).toHaveBeenCalledTimes(3);
  expect(came).toHaveBeenCalledTimes(1);
  client.unmount();
});
