import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { DaySheetRow } from '../day-sheet.ts';
import { SET_ASIDE_KINDS } from '../states.ts';
import { presentSheet } from './present.ts';

/** Makes rows that the database allows: money out and zeros are aside, and no payment uses a line aside. */
const row: fc.Arbitrary<DaySheetRow> = fc
  .record({
    id: fc.integer({ min: 1 }).map(String),
    row: fc.integer({ min: 1, max: 20_000 }),
    day: fc.constantFrom('2026-12-01', '2026-12-02', '2026-12-03'),
    amount: fc.integer({ min: -999_999_999, max: 999_999_999 }),
    kind: fc.constantFrom(...SET_ASIDE_KINDS),
    isAside: fc.boolean(),
    isUsed: fc.boolean(),
  })
  .map(({ kind, isAside, isUsed, ...line }) => {
    const aside = line.amount <= 0 || isAside ? kind : null;
    const paymentId = aside === null && isUsed ? '7' : null;
    return {
      ...line,
      aside,
      paymentId,
      digits: null,
      maybeDigits: null,
      name: null,
      memo: null,
      asideReason: null,
      kind: null,
      for: null,
    };
  });

const entry = fc.record({
  id: fc.integer({ min: 1 }).map(String),
  day: fc.constantFrom('2026-12-02', '2026-12-04'),
  amount: fc.integer({ min: 1, max: 9_999_999 }),
  for: fc.constant(null),
  note: fc.constant(null),
});

const add = (sums: readonly { readonly count: number; readonly sum: number }[]) => ({
  count: sums.reduce((total, { count }) => total + count, 0),
  sum: sums.reduce((total, { sum }) => total + sum, 0),
});

test('the sums of a day sheet agree: of the states, of the days, and with the lines', () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 60 }), fc.array(entry, { maxLength: 20 }), (lines, entries) => {
      const received = entries.map((each) => ({ ...each, method: 'cash' }) as const);
      const { days, total } = presentSheet({ lines, received, refunded: entries });
      for (const { all, matched, open, aside, withdrawn } of [total, ...days.map(({ sums }) => sums)])
        expect(add([matched, open, aside, withdrawn])).toEqual(all);
      for (const state of ['all', 'matched', 'open', 'aside', 'withdrawn', 'received', 'refunded'] as const)
        expect(add(days.map(({ sums }) => sums[state]))).toEqual(total[state]);
      for (const { sums, lines, received, refunded } of days) {
        expect(add(received.map(({ amount }) => ({ count: 1, sum: amount })))).toEqual(sums.received);
        expect(add(refunded.map(({ amount }) => ({ count: 1, sum: amount })))).toEqual(sums.refunded);
        expect(add(lines.map(({ amount }) => ({ count: 1, sum: amount })))).toEqual(sums.all);
        const matched = lines.filter(({ state }) => state === 'matched');
        expect(add(matched.map(({ amount }) => ({ count: 1, sum: amount })))).toEqual(sums.matched);
      }
    }),
  );
});
