import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test.each([
  [paths.classList.to(), '/ClassInfo'],
  [paths.classList.to(undefined, {}), '/ClassInfo'],
  [paths.classList.to(undefined, { opened: 0 }), '/ClassInfo?opened=0'],
  [
    paths.groupEnrolment.to({ code: 'A/1' }, { group: '團 體' }),
    '/Class/Group/A%2F1?group=%E5%9C%98+%E9%AB%94',
  ],
])('the address %s', (address, expected) => {
  expect(address).toBe(expected);
});
