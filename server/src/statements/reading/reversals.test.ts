import { describe, expect, test } from 'vitest';
import type { ReadLine } from './read-lines.ts';
import { pairReversals } from './reversals.ts';

const lineOf = (overrides: Partial<ReadLine>): ReadLine => ({
  ...{ row: 1, day: '2026-12-01', amount: 1500, digits: '12345', name: '王小明', memo: null },
  ...{ maybeDigits: [], balance: null, aside: null },
  ...overrides,
});

const reversal = lineOf({ row: 9, day: '2026-12-02', amount: -1500, aside: 'reversal' });
const reversedBy = (...lines: ReadLine[]) =>
  pairReversals(lines).lines.flatMap(({ row, aside }) => (aside === 'reversed' ? [row] : []));

describe('a reversal', () => {
  test.each<[string, boolean, Partial<ReadLine>]>([
    ['the same amount, account and name', true, {}],
    ['another amount', false, { amount: 1400 }],
    ['a later day', false, { day: '2026-12-03' }],
    ['the same day', true, { day: '2026-12-02' }],
    ['another account', false, { digits: '54321' }],
    ['no account', true, { digits: null }],
    ['another name', false, { name: '陳大同' }],
    ['no name', true, { name: null }],
    ['31 days before', true, { day: '2026-11-01' }],
    ['more than 31 days before', false, { day: '2026-10-31' }],
    ['a line that is no deposit', false, { aside: 'by_hand' }],
  ])('takes back a deposit of %s: %s', (_, expected, deposit) => {
    const { unpaired } = pairReversals([lineOf(deposit), reversal]);
    expect(reversedBy(lineOf(deposit), reversal)).toEqual(expected ? [1] : []);
    expect(unpaired).toEqual(expected ? [] : [reversal]);
  });

  test('without account or name takes back any', () => {
    expect(reversedBy(lineOf({}), { ...reversal, digits: null, name: null })).toEqual([1]);
  });

  test.each([
    ['the later day', { row: 1, day: '2026-12-02' }, { row: 2, day: '2026-12-01' }, 1],
    ['the later day, in any order', { row: 1, day: '2026-12-01' }, { row: 2, day: '2026-12-02' }, 2],
    ['the later row of a day', { row: 1 }, { row: 2 }, 2],
    ['the later row of a day, in any order', { row: 2 }, { row: 1 }, 2],
  ])('of two deposits takes back that of %s', (_, one, other, row) => {
    expect(reversedBy(lineOf(one), lineOf(other), reversal)).toEqual([row]);
  });

  test('takes back one deposit, and the next one another', () => {
    const deposits = [lineOf({ row: 1 }), lineOf({ row: 2 })];
    expect(reversedBy(...deposits, reversal, { ...reversal, row: 10 })).toEqual([1, 2]);
    const { unpaired } = pairReversals([lineOf({}), reversal, { ...reversal, row: 10 }]);
    expect(unpaired.map(({ row }) => row)).toEqual([10]);
  });

  test('of which the bank writes only that it is one takes back a deposit of any name', () => {
    expect(reversedBy(lineOf({}), { ...reversal, name: '退匯' })).toEqual([1]);
    expect(reversedBy(lineOf({ digits: '54321' }), { ...reversal, name: '退匯' })).toEqual([]);
  });
});
