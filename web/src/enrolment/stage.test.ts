import { expect, test } from 'vitest';
import { stageOf } from './stage.ts';

test.each([
  ['pending', 'review'],
  ['rejected', null],
  ['unpaid', 'payment'],
  ['reported', 'payment'],
  ['confirmed', 'done'],
] as const)('%s is at the step %s', (situation, stage) => {
  expect(stageOf[situation]).toBe(stage);
});
