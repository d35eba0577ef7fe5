import '../../test/browser.ts';
import { endpoint } from '@portal/contract/endpoint';
import { MutationCache, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { startApiServer } from '../../test/api-server.ts';
import { prepareCall } from './call.ts';
import { earlyCall, forgetAtWrites, forgetEarlyAnswers } from './early-answers.ts';

const records = endpoint({
  method: 'GET',
  path: '/api/records',
  access: 'public',
  summary: '',
  answer: z.object({ written: z.boolean() }),
  refusals: [],
});

const callEarly = earlyCall<typeof records>('GET', '/api/records', {});

const readRecords = async () => {
  const { send, parse } = prepareCall(records, {});
  return parse(await send(undefined));
};

let written: boolean;
let server: Awaited<ReturnType<typeof startApiServer>>;

beforeEach(async () => {
  written = false;
  forgetEarlyAnswers();
  server = await startApiServer(() => ({ json: { written } }));
});
afterEach(() => server.stop());

/** A write, whose `onSuccess` leads to another page. */
const write = async (lead: () => unknown, during: () => unknown = () => undefined) => {
  const queries = new QueryClient();
  forgetAtWrites(queries.getMutationCache());
  const mutation = queries.getMutationCache().build(queries, {
    mutationFn: async () => {
      await during();
      written = true;
    },
    onSuccess: lead,
  });
  await mutation.execute(undefined);
};

test('the early answer is given once', async () => {
  await callEarly();
  expect(await readRecords()).toEqual({ written: false });
  expect(server.seen).toHaveLength(1);
  await readRecords();
  expect(server.seen).toHaveLength(2);
});

test('an answer from before a write or during it is not shown after it', async () => {
  await callEarly();
  await write(() => undefined);
  expect(await readRecords()).toEqual({ written: true });
  await write(
    () => undefined,
    async () => {
      written = false;
      await callEarly();
    },
  );
  expect(await readRecords()).toEqual({ written: true });
});

test('the page to which a write leads gets its early answer', async () => {
  await write(callEarly);
  expect(await readRecords()).toEqual({ written: true });
  expect(server.seen).toHaveLength(1);
});

test('the own `onSuccess` of all writes still runs', async () => {
  const onSuccess = vi.fn();
  const mutationCache = new MutationCache({ onSuccess });
  forgetAtWrites(mutationCache);
  await mutationCache.build(new QueryClient(), { mutationFn: async () => 'done' }).execute(undefined);
  expect(onSuccess).toHaveBeenCalledOnce();
});

test('an answer that no page has asked for is dropped after a while', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  await callEarly();
  vi.advanceTimersByTime(60_000);
  vi.useRealTimers();
  written = true;
  expect(await readRecords()).toEqual({ written: true });
});
