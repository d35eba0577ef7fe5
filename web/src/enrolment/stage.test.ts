import { expect, it } from 'vitest';
import { isOverdue, situationOf, stageOf } from './stage.ts';

it.each([
  [{ enable: null, paid: 0 }, 'review', 'review'],
  [{ enable: 0, paid: 0 }, 'refused', null],
  [{ enable: 1, paid: 0 }, 'unpaid', 'payment'],
  [{ enable: true, paid: 0 }, 'unpaid', 'payment'],
  [{ enable: 1, paid: null }, 'reported', 'payment'],
  [{ enable: 1, paid: 1 }, 'done', 'done'],
] as const)('%j is %s, at the step %s', (pair, situation, stage) => {
  expect(situationOf(pair)).toBe(situation);
  expect(stageOf(situation)).toBe(stage);
});

it.each([
  [null, false],
  ['2026-12-07', false],
  ['2026-12-06', true],
])('due on %s, on 7 December: overdue %s', (payment_due, overdue) => {
  expect(isOverdue({ payment_due }, '2026-12-07')).toBe(overdue);
});
