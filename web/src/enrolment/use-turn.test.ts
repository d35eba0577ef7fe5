import { CallRefused } from '@portal/kit/browser/call.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Crowd, sendInTurn } from './use-turn.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const crowded = (line?: { ahead: number; again: number }) =>
  new CallRefused({ status: 503, text: JSON.stringify({ code: 'crowded', message: '目前人數眾多', line }) });

/** Sends a call that gets the answers in turn. */
const open = (...answers: readonly (string | Error)[]) => {
  const crowds: Crowd[] = [];
  const turn = new AbortController();
  const left = [...answers];
  let sent = 0;
  const send = async () => {
    sent += 1;
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const outcome = sendInTurn(send, { onCrowd: (crowd) => crowds.push(crowd), signal: turn.signal });
  return { outcome, crowds, turn, countSent: () => sent };
};

test('sends again until the server answers, and tells how many wait before', async () => {
  const { outcome, crowds, countSent } = open(crowded({ ahead: 900, again: 3 }), crowded(), 'done');
  // The pause is between three quarters and five quarters of what the server says.
  await vi.advanceTimersByTimeAsync(2_200);
  expect(countSent()).toBe(1);
  await vi.advanceTimersByTimeAsync(1_600);
  expect(countSent()).toBe(2);
  await vi.advanceTimersByTimeAsync(2_500);
  expect(await outcome).toBe('done');
  expect(crowds).toEqual([{ ahead: 900 }, { ahead: null }]);
});

test('another refusal ends the waiting', async () => {
  const full = new CallRefused({ status: 422, text: '{"code":"full","message":"本課程名額已滿"}' });
  const { outcome } = open(crowded(), full);
  const refused = expect(outcome).rejects.toBe(full);
  await vi.advanceTimersByTimeAsync(2_500);
  await refused;
});

test('a person who leaves sends no more', async () => {
  const { outcome, turn, countSent } = open(crowded(), 'done');
  const refused = expect(outcome).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  await vi.advanceTimersByTimeAsync(500);
  turn.abort();
  await refused;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(countSent()).toBe(1);
});
