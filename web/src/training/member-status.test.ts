import { expect, it } from 'vitest';
import { isHidden, memberResult, memberStatus } from './member-status.ts';

it.each([
  { enable: null, paid: false, text: '資格審查中' },
  { enable: null, paid: true, text: '資格審查中' },
  { enable: true, paid: null, text: '繳費審查中' },
  { enable: true, paid: true, text: '已繳費' },
  { enable: true, paid: false, text: '未繳費' },
  { enable: false, paid: null, text: '資格不符' },
  { enable: false, paid: true, text: '資格不符' },
  { enable: false, paid: false, text: '資格不符' },
])('shows enable $enable, paid $paid as $text', ({ text, ...state }) => {
  expect(memberStatus(state)?.text).toBe(text);
  expect(isHidden(state)).toBe(false);
});

it.each([
  { state: null, text: '尚未結訓' },
  { state: 1, text: '合格' },
  { state: 2, text: '不合格' },
  { state: 3, text: '不合格' },
  { state: 0, text: undefined },
])('shows the result $state as $text', ({ state, text }) => {
  expect(memberResult({ enable: true, paid: true, state })?.text).toBe(text);
});

it('shows neither status nor result of a hidden registration', () => {
  const hidden = { enable: null, paid: null };
  expect(isHidden(hidden)).toBe(true);
  expect(memberStatus(hidden)).toBeNull();
  expect(memberResult({ ...hidden, state: null })).toBeNull();
});
