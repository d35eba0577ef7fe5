import { pages } from '@portal/contract/pages';
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

test('the paths of the application are those at which the server serves pages', () => {
  const addresses = (patterns: string[]) => patterns.map((pattern) => pattern.replace(/:\w+/g, ':')).sort();
  expect(addresses(Object.values(paths).map(({ pattern }) => pattern))).toEqual(
    addresses(Object.values(pages).map(({ path }) => path)),
  );
});

test('an address escapes its values', () => {
  expect(paths.classDetail.to({ code: 'A/1 é' })).toBe('/ClassInfo/A%2F1%20%C3%A9');
  expect(paths.classList.to({}, { opened: 3 })).toBe('/ClassInfo?opened=3');
  expect(paths.groupClassRoster.to({ GroupCode: 'G1', code: 'C1' })).toBe('/Group/G1/C1');
});
