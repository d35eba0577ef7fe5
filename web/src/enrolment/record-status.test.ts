import { expect, it } from 'vitest';
import { recordStatus } from './record-status.ts';

it.each([
  { enable: null, paid: null, text: '資格審查中' },
  { enable: null, paid: 0, text: '資格審查中' },
  { enable: null, paid: 1, text: '資格審查中' },
  { enable: 1, paid: null, text: '繳費審查中' },
  { enable: 1, paid: 1, text: '已繳費' },
  { enable: 1, paid: 0, text: '未繳費' },
  { enable: 1, paid: 2, text: '未繳費' },
  { enable: 0, paid: null, text: '資格不符' },
  { enable: 0, paid: 0, text: '資格不符' },
  { enable: 0, paid: 1, text: '資格不符' },
  { enable: 2, paid: 1, text: '資格不符' },
])('shows enable $enable, paid $paid as $text', ({ text, ...state }) => {
  expect(recordStatus(state).text).toBe(text);
});
