import { expect, test } from 'vitest';
import { isCommonPassword } from './common-passwords.ts';

test.each([
  'password',
  'PassWord1',
  '12345678',
  'ｑｗｅｒｔｙｕｉｏｐ',
  '5201314520',
  '88888888',
  'abababab',
  '87654321',
])('refuses %s', (password) => {
  expect(isCommonPassword(password)).toBe(true);
});

test.each([
  'Portal-2026',
  'correct horse battery',
  '# the following conditions:',
  '颱風天在家看書',
  '19900514x',
])('accepts %s', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
