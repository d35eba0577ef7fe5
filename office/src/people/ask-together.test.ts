import { expect, test } from 'vitest';
import { askTogether } from './ask-together.ts';

const askingEven = (max = 10) => {
  const asked: (readonly number[])[] = [];
  const isEven = askTogether(async (ids) => {
    asked.push(ids);
    return ids.filter((id) => id % 2 === 0);
  }, max);
  return { asked, isEven };
};

test('questions of the same moment are one, and each gets its own answer', async () => {
  const { asked, isEven } = askingEven();
  expect(await Promise.all([1, 2, 3, 2].map(isEven))).toEqual([false, true, false, true]);
  expect(asked).toEqual([[1, 2, 3]]);
});

test('later questions are asked anew', async () => {
  const { asked, isEven } = askingEven();
  await isEven(2);
  await isEven(2);
  expect(asked).toEqual([[2], [2]]);
});

test('too many questions are asked in parts', async () => {
  const { asked, isEven } = askingEven(2);
  expect(await Promise.all([1, 2, 3, 4, 5].map(isEven))).toEqual([false, true, false, true, false]);
  expect(asked).toEqual([[1, 2], [3, 4], [5]]);
});

test('a question that failed fails for each who asked, and the next is asked anew', async () => {
  let failures = 1;
  const isOpen = askTogether(async (ids) => {
    failures -= 1;
    if (failures === 0) throw new Error('offline');
    return ids;
  }, 10);
  const outcomes = await Promise.allSettled([isOpen(1), isOpen(2)]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await isOpen(1)).toBe(true);
});
