import { expect, test } from 'vitest';
import { nextAct } from './next-act.ts';

test.each([
  [true, true, 'payment'],
  [true, false, 'payment'],
  [false, true, 'documents'],
  [false, false, 'nothing'],
])('with a payment due %s and documents missing %s the next act is %s', (hasToPay, missesDocuments, act) => {
  expect(nextAct({ hasToPay, missesDocuments })).toBe(act);
});
