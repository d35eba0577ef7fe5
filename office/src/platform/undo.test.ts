import { UNDO_SECONDS } from '@portal/contract/office/undo';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { awaitBeforeUndo, endUndoOffers, offerUndo, undoLast, undoState } from './undo.ts';

const queries = new QueryClient();

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  endUndoOffers();
  vi.useRealTimers();
});

const offered = () => undoState().offers.map(({ text }) => text);

/** Offers the acts, and returns what was undone, in order. */
const offerAll = (...texts: readonly string[]): string[] => {
  const undone: string[] = [];
  for (const text of texts)
    offerUndo({
      text,
      undo: async () => {
        undone.push(text);
        return { text: null };
      },
    });
  return undone;
};

const settle = () => vi.advanceTimersByTimeAsync(0);

test('the newest act is undone first, then the one before', async () => {
  const undone = offerAll('first', 'second', 'third');
  undoLast(queries);
  undoLast(queries);
  await settle();
  expect(undone).toEqual(['third', 'second']);
  expect(offered()).toEqual(['first']);
});

test('nothing is undone if nothing is offered', async () => {
  undoLast(queries);
  await settle();
  expect(offered()).toEqual([]);
});

test('each act has its own time', () => {
  offerAll('first');
  vi.advanceTimersByTime((UNDO_SECONDS - 5) * 1000);
  offerAll('second');
  vi.advanceTimersByTime(5000);
  expect(offered()).toEqual(['second']);
  vi.advanceTimersByTime((UNDO_SECONDS - 5) * 1000);
  expect(offered()).toEqual([]);
});

test.each([
  ['is offered again in its place, if there is time', 0, ['first', 'second', 'third']],
  ['is not offered again when its time is over', UNDO_SECONDS, []],
])('an undo that does not reach the server %s', async (_, seconds, expected) => {
  offerAll('first');
  let fail = (_: Error) => {};
  const failing = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  offerUndo({ text: 'second', undo: () => failing });
  undoLast(queries);
  offerAll('third');
  await settle();
  expect(offered()).toEqual(['first', 'third']);
  await vi.advanceTimersByTimeAsync(seconds * 1000);
  fail(new Error('no answer'));
  await settle();
  expect(offered()).toEqual(expected);
});

test('what was undone in part is kept until it was read, and said by the page', async () => {
  const say = vi.fn();
  const left = [{ id: 1, name: '林小藍', why: '通知信已寄出' }];
  offerUndo({ text: 'a batch', undo: async () => ({ text: '1 筆未復原', left }), say });
  undoLast(queries);
  await settle();
  expect(undoState().partial).toEqual({ text: '1 筆未復原', left });
  expect(say).toHaveBeenCalledWith('1 筆未復原', false);
});

test.each([
  ['waits for it', ['second'], ['second'], ['first']],
  ['undoes nothing if that fails', [], [], ['first']],
])('an undo while an act is being sent %s', async (_, succeeding, expected, left) => {
  const undone = offerAll('first');
  let answer = () => {};
  const sent = new Promise<void>((resolve) => {
    answer = resolve;
  });
  awaitBeforeUndo(sent);
  undoLast(queries);
  await settle();
  expect(undone).toEqual([]);
  const later = offerAll(...succeeding);
  answer();
  await settle();
  expect(later).toEqual(expected);
  expect(undone).toEqual([]);
  expect(offered()).toEqual(left);
});
