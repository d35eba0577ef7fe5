import { expect, test } from 'vitest';
import { dueRenewals, renewalStatus } from './renewal-status.ts';

const coach = { state: true, asked: false, can_ask: false };

test.each([
  [{ can_ask: true }, 'open'],
  [{}, 'early'],
  [{ asked: true }, 'asked'],
  // Specification §4: the label takes precedence over the button, which needs both.
  [{ asked: true, can_ask: true }, 'asked'],
  [{ state: false, can_ask: true }, 'ordinary'],
  [{ state: false }, 'ordinary'],
] as const)('%j is %s', (overrides, status) => {
  expect(renewalStatus({ ...coach, ...overrides })).toBe(status);
});

const open = { ...coach, can_ask: true };

test('what can be renewed is due, the earliest last day first', () => {
  const [first, second] = [
    { ...open, end_time: '2027-02-25' },
    { ...open, end_time: '2027-03-31' },
  ];
  const others = [
    { ...open, asked: true, end_time: '2026-12-01' },
    { ...open, state: false, end_time: '2026-12-02' },
    { ...coach, end_time: '2029-01-01' },
  ];
  expect(dueRenewals([second, ...others, first])).toEqual([first, second]);
});
