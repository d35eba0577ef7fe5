import { expect, test } from 'vitest';
import { renewalStatus } from './renewal-status.ts';

const coach = { state: true, asked: false, can_ask: false, end_time: '2027-02-28' };

test.each([
  [{ can_ask: true }, 'open'],
  [{}, 'early'],
  [{ asked: true }, 'asked'],
  // Specification §4: the label takes precedence over the button, which needs both.
  [{ asked: true, can_ask: true }, 'asked'],
  [{ state: false, can_ask: true }, 'ordinary'],
  [{ state: false }, 'ordinary'],
  [{ end_time: '2026-12-01' }, 'early'],
  [{ end_time: '2026-11-30' }, 'expired'],
  [{ end_time: '2026-11-30', state: false }, 'expired'],
  [{ end_time: '2026-11-30', asked: true }, 'asked'],
] as const)('%j is %s', (overrides, status) => {
  expect(renewalStatus({ ...coach, ...overrides }, '2026-12-01')).toBe(status);
});
