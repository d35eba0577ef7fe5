import { expect, test } from 'vitest';
import { dateFromText } from './date-text.ts';

test.each([
  ['1990-01-31', '1990-01-31'],
  [' 1990/1/5 ', '1990-01-05'],
  ['1990.01.05', '1990-01-05'],
  ['19900131', '1990-01-31'],
  ['1990年1月31日', '1990-01-31'],
  ['１９９０－０１－３１', '1990-01-31'],
  ['１９９０／１／３１', '1990-01-31'],
  ['1990-02-30', null],
  ['79/01/31', null],
  ['0790131', null],
  ['abc', null],
])('%j pasted is %s', (text, date) => {
  expect(dateFromText(text)).toBe(date);
});
