import { expect, test } from 'vitest';
import { renewalStanding } from './renewal-standing.ts';

const coach = { state: true, asked: false, can_ask: false, end_time: '2027-02-28' };

test.each([
  [{ can_ask: true }, 'open'],
  [{}, 'early'],
  [{ asked: true }, 'asked'],
  // As the specification has it: the label comes before the button, the button needs both.
  [{ asked: true, can_ask: true }, 'asked'],
  [{ state: false, can_ask: true }, 'ordinary'],
  [{ state: false }, 'ordinary'],
  [{ end_time: '2026-12-01' }, 'early'],
  [{ end_time: '2026-11-30' }, 'expired'],
  [{ end_time: '2026-11-30', state: false }, 'expired'],
  [{ end_time: '2026-11-30', asked: true }, 'asked'],
] as const)('%j is %s', (overrides, standing) => {
  expect(renewalStanding({ ...coach, ...overrides }, '2026-12-01')).toBe(standing);
});
