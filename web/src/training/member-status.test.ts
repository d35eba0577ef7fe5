import { expect, test } from 'vitest';
import { isHidden, memberResult, memberStatus } from './member-status.ts';

test.each([
  ['pending', '資格審查中'],
  ['reported', '繳費審查中'],
  ['confirmed', '已繳費'],
  ['unpaid', '未繳費'],
  ['rejected', '資格不符'],
] as const)('shows %s as %s', (situation, text) => {
  expect(memberStatus({ situation })?.text).toBe(text);
  expect(isHidden({ situation })).toBe(false);
});

test.each([
  { state: null, text: '尚未結訓' },
  { state: 1, text: '合格' },
  { state: 2, text: '不合格' },
  { state: 3, text: '不合格' },
  { state: 0, text: undefined },
])('shows the result $state as $text', ({ state, text }) => {
  expect(memberResult({ situation: 'confirmed', state })?.text).toBe(text);
});

test('shows neither status nor result of a hidden registration', () => {
  const hidden = { situation: null };
  expect(isHidden(hidden)).toBe(true);
  expect(memberStatus(hidden)).toBeNull();
  expect(memberResult({ ...hidden, state: null })).toBeNull();
});
