import { expect, test } from 'vitest';
import { randomKey } from './random-key.ts';

test('a key has the form of a version 4 UUID', () => {
  for (let n = 0; n < 100; n += 1) {
    expect(randomKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
});

test('no key comes twice', () => {
  expect(new Set(Array.from({ length: 1000 }, randomKey)).size).toBe(1000);
});
