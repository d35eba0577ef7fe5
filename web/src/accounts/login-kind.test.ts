import '../../../kit/test/browser.ts';
import { expect, test } from 'vitest';
import { keepKind, lastKind, likelierKind } from './login-kind.ts';

test.each([
  ['F299990019', 'local', null],
  ['f299990019 ', 'local', null],
  ['A809999058', 'local', 'foreign'],
  ['AC12345678', 'local', 'foreign'],
  ['P12345678', 'local', 'foreign'],
  ['ｐ１２３４５６７８', 'local', 'foreign'],
  ['', 'local', null],
  ['someone', 'local', null],
  ['F299990019', 'foreign', 'local'],
  ['A809999058', 'foreign', null],
  ['P12345678', 'foreign', null],
] as const)('the number %j under %s suggests %j', (typed, chosen, likelier) => {
  expect(likelierKind(typed, chosen)).toBe(likelier);
});

test('the kind of the last login is remembered', () => {
  expect(lastKind()).toBe('local');
  keepKind('foreign');
  expect(lastKind()).toBe('foreign');
});
