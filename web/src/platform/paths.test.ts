import { pages } from '@portal/contract/pages';
import { expect, test } from 'vitest';
import { paths } from './paths.ts';

test('the paths of the application are those at which the server serves pages', () => {
  const addresses = (patterns: string[]) => patterns.map((pattern) => pattern.replace(/:\w+/g, ':')).sort();
  expect(addresses(Object.values(paths).map(({ pattern }) => pattern))).toEqual(
    addresses(Object.values(pages).map(({ path }) => path)),
  );
});
