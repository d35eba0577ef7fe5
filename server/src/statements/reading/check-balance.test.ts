import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type BalanceEntry, checkBalance, signsByBalance } from './check-balance.ts';

const entriesOf = (amounts: readonly number[], days: readonly string[] = []): BalanceEntry[] => {
  let balance = 10_000;
  return amounts.map((amount, at) => {
    balance += amount;
    return { row: at + 1, day: days[at] ?? '2026-12-01', amount, balance };
  });
};

const entries = entriesOf([1500, -300, 600, 900], ['2026-12-01', '2026-12-01', '2026-12-02', '2026-12-02']);
const numbered = (order: readonly BalanceEntry[]) => order.map((entry, at) => ({ ...entry, row: at + 1 }));

describe('balances agree', () => {
  test.each([
    ['the oldest line first', entries],
    ['the newest line first', entries.toReversed()],
    ['the newest day first, its lines in order', [...entries.slice(2), ...entries.slice(0, 2)]],
    [
      'the oldest day first, its newest line first',
      [...entries.slice(0, 2).toReversed(), ...entries.slice(2).toReversed()],
    ],
  ])('with %s', (_, order) => {
    expect(checkBalance(numbered(order))).toEqual({ state: 'holds' });
  });

  test('across a line without one', () => {
    expect(
      checkBalance(entries.map((entry, at) => (at === 1 ? { ...entry, balance: null } : entry))),
    ).toEqual({ state: 'holds' });
  });

  test('or there are none', () => {
    expect(checkBalance(entries.map((entry) => ({ ...entry, balance: null })))).toEqual({ state: 'none' });
  });
});

describe('balances break', () => {
  test('where a line is missing, at the next one', () => {
    expect(checkBalance(entries.toSpliced(1, 1))).toEqual({
      ...{ state: 'broken', breaks: 1, hint: 'missing' },
      ...{ row: 3, expected: 12_100, found: 11_800 },
    });
  });

  test('everywhere where columns are exchanged', () => {
    const swapped = entries.map((entry) => ({ ...entry, amount: -entry.amount }));
    expect(checkBalance(swapped)).toMatchObject({ state: 'broken', hint: 'swapped' });
  });

  test('where the direction is not known', () => {
    const absolute = entries.map((entry) => ({ ...entry, amount: Math.abs(entry.amount) }));
    expect(checkBalance(absolute)).toMatchObject({ state: 'broken', hint: 'direction', row: 2 });
    expect([...signsByBalance(absolute)]).toEqual([
      [2, -1],
      [3, 1],
      [4, 1],
    ]);
  });

  test('with any single change of an amount between two balances', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(amounts, fc.nat(), fc.integer({ min: 1, max: 900 }), (given, place, by) => {
        const changed = entriesOf(given.map((amount, at) => (at % 3 === 0 ? -amount : amount)));
        const at = 1 + (place % (given.length - 2));
        const wrong = changed.map((entry, n) => (n === at ? { ...entry, amount: entry.amount + by } : entry));
        expect(checkBalance(wrong).state).toBe('broken');
      }),
    );
  });
});
