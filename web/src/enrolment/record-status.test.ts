import { expect, test } from 'vitest';
import { recordStatus } from './record-status.ts';

test.each([
  ['pending', '資格審查中'],
  ['rejected', '資格不符'],
  ['unpaid', '未繳費'],
  ['reported', '繳費審查中'],
  ['confirmed', '已繳費'],
] as const)('shows %s as %s', (situation, text) => {
  expect(recordStatus[situation].text).toBe(text);
});
