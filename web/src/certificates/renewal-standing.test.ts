import { expect, test } from 'vitest';
import { renewalStanding } from './renewal-standing.ts';

const coach = { state: true, asked: false, can_ask: false };

test.each([
  [{ can_ask: true }, 'open'],
  [{}, 'early'],
  [{ asked: true }, 'asked'],
  // As the specification has it: the label comes before the button, the button needs both.
  [{ asked: true, can_ask: true }, 'asked'],
  [{ state: false, can_ask: true }, 'ordinary'],
  [{ state: false }, 'ordinary'],
] as const)('%j is %s', (overrides, standing) => {
  expect(renewalStanding({ ...coach, ...overrides })).toBe(standing);
});
