import { describe, expect, test } from 'vitest';
import { fingerprintsOf } from './fingerprint.ts';
import type { ReadLine } from './read-lines.ts';

const lineOf = (overrides: Partial<ReadLine>): ReadLine => ({
  ...{ row: 1, day: '2026-12-01', amount: 1500, digits: '12345', name: '王小明', memo: null },
  ...{ maybeDigits: [], balance: null, aside: null },
  ...overrides,
});

describe('a line is recognised', () => {
  const same = (one: Partial<ReadLine>, other: Partial<ReadLine>) => {
    const [first] = fingerprintsOf([lineOf(one)]);
    const [second] = fingerprintsOf([lineOf(other)]);
    return first === second;
  };

  test.each<[string, boolean, Partial<ReadLine>, Partial<ReadLine>]>([
    ['in another row', true, { row: 1 }, { row: 7 }],
    ['not with another balance', false, { balance: 9000 }, { balance: 7500 }],
    ['not without its balance', false, { balance: 9000 }, {}],
    ['by its balance, with other digits', true, { balance: 9000 }, { balance: 9000, digits: null }],
    ['not on another day', false, {}, { day: '2026-12-02' }],
    ['not with another amount', false, {}, { amount: 1400 }],
    ['not with other digits', false, {}, { digits: '54321' }],
    ['with another name', true, {}, { name: '陳大同' }],
    ['with another remark', true, {}, { memo: '轉入' }],
  ])('%s', (_, expected, one, other) => {
    expect(same(one, other)).toBe(expected);
  });

  test('and a second equal line is another one, in every file', () => {
    const twice = fingerprintsOf([lineOf({}), lineOf({ row: 2 })]);
    expect(new Set(twice).size).toBe(2);
    expect(fingerprintsOf([lineOf({ row: 5 }), lineOf({ row: 6 })])).toEqual(twice);
  });
});
