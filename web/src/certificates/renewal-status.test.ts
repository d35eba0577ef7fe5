import { expect, test } from 'vitest';
import { renewalStatus } from './renewal-status.ts';

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
