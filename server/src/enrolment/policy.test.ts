import { describe, expect, test } from 'vitest';
import { mayWithRecord } from './policy.ts';
import type { ShownState } from './states.ts';

const startTime = new Date('2026-12-05T01:00:00Z');
const BEFORE = new Date(startTime.getTime() - 1);

type Can = keyof ReturnType<typeof mayWithRecord>;

/** What is allowed, as a list. */
const allowed = (row: { state: ShownState; managed: boolean }, now: Date) =>
  Object.entries(mayWithRecord({ ...row, startTime }, now)).flatMap(([can, may]) => (may ? can : []));

const payment: Can[] = ['can_see_payment', 'can_report_payment'];

describe('with a record that is', () => {
  test.each<[state: ShownState, always: Can[], own: Can[]]>([
    ['pending', [], ['can_cancel']],
    ['refused', [], ['can_cancel']],
    ['unpaid', payment, ['can_cancel']],
    ['reported', payment, []],
    ['confirmed', ['can_see_payment'], []],
  ])(
    '%s, always %j; before the class starts their own %j, a managed group’s its roster',
    (state, always, own) => {
      expect(allowed({ state, managed: false }, BEFORE)).toEqual([...always, ...own]);
      expect(allowed({ state, managed: false }, startTime)).toEqual(always);
      expect(allowed({ state, managed: true }, BEFORE)).toEqual([...always, 'can_edit_roster']);
      expect(allowed({ state, managed: true }, startTime)).toEqual(always);
    },
  );
});
