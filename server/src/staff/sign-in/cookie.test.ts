import { expect, test } from 'vitest';
import { isSecure } from './cookie.ts';

test.each([
  ['https', 'https://portal.example.org.tw', true],
  ['https', 'http://127.0.0.1', true],
  ['https', undefined, true],
  // A proxy that does not say so takes HTTPS away from the request.
  ['http', 'https://portal.example.org.tw', true],
  ['http', 'http://127.0.0.1', false],
  ['http', undefined, false],
] as const)('a cookie over %s of the site %s is for HTTPS only: %s', (protocol, publicUrl, expected) => {
  expect(isSecure({ protocol }, { publicUrl })).toBe(expected);
});
