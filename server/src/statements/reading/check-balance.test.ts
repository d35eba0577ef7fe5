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

const entryAt = (row: number, amount: number, balance: number | null): BalanceEntry => ({
  ...{ row, day: '2026-12-01', amount, balance },
});

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

  const lacking = [
    entryAt(1, 1500, 11_500),
    entryAt(2, 600, 11_800),
    entryAt(3, 900, 12_700),
    entryAt(4, 200, 13_200),
  ];

  test.each([
    ['oldest', lacking, { row: 2, expected: 12_100, found: 11_800 }],
    ['newest', lacking.toReversed(), { row: 1, expected: 12_900, found: 13_200 }],
  ])(
    'where two lines are missing, first at the upper place in a file with the %s line first',
    (_, order, first) => {
      expect(checkBalance(numbered(order))).toMatchObject({ breaks: 2, hint: 'missing', ...first });
    },
  );

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

  const wrongSign = [entryAt(1, 1500, 10_000), entryAt(2, 300, 9700)];

  test.each([
    ['direction', 'each has the amount of its line', [...wrongSign, entryAt(3, 600, 10_300)]],
    [
      'direction',
      'each has the amount of its line, also after several lines with one balance',
      [
        entryAt(1, 1500, 10_000),
        entryAt(2, 100, null),
        entryAt(3, 200, 10_300),
        entryAt(4, 300, 10_000),
        entryAt(5, 600, 10_600),
      ],
    ],
    [
      'missing',
      'another one has another amount',
      [...wrongSign, entryAt(3, 600, 10_400), entryAt(4, 100, 10_500)],
    ],
    [
      'missing',
      'the lines between are several',
      [entryAt(1, 1500, 10_000), entryAt(2, 300, null), entryAt(3, 600, 10_300)],
    ],
  ] as const)('for lack of the %s where %s', (hint, _, given) => {
    expect(checkBalance(given)).toMatchObject({ state: 'broken', hint });
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

describe('signs by the balances', () => {
  test.each<[string, BalanceEntry[], [number, number][]]>([
    [
      'of lines with the newest first',
      [entryAt(1, 300, 9700), entryAt(2, 600, 10_000), entryAt(3, 500, 9400)],
      [
        [2, 1],
        [1, -1],
      ],
    ],
    [
      'in the order of the file, where another fits as well',
      [entryAt(1, 500, 1000), entryAt(2, 500, 1500)],
      [[2, 1]],
    ],
    ['not of a line whose amount is another', [entryAt(1, 500, 1000), entryAt(2, 1500, 1300)], []],
    [
      'not of one of several lines',
      [entryAt(1, 500, 1000), entryAt(2, 300, null), entryAt(3, 600, 1300)],
      [],
    ],
  ])('are found: %s', (_, given, signs) => {
    expect([...signsByBalance(given)]).toEqual(signs);
  });
});
