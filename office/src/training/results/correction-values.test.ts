import { expect, test } from 'vitest';
import { mayKeep, valuesFor } from './correction-values.ts';

test.each([
  [{ former: 1, computed: 1 }, false],
  [{ former: 1, computed: 2 }, true],
  [{ former: 2, computed: 1 }, true],
  [{ former: 1, computed: null }, true],
] as const)('%j may be kept: %s', (correction, expected) => {
  expect(mayKeep(correction)).toBe(expected);
});

test('another look at the file keeps the reasons, and the ticks that still have a meaning', () => {
  const correction = { row: 2, name: '王小明', scores: [], why: '', isMailed: true };
  const values = { reason: '重評', keep: [1, 2, 3], decidedReason: '補考' };
  expect(
    valuesFor(values, [
      { ...correction, registrationId: 1, former: 1, computed: 2 },
      { ...correction, registrationId: 2, former: 1, computed: 1 },
    ]),
  ).toEqual({ ...values, keep: [1] });
});
