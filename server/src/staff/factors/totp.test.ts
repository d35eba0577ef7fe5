import { describe, expect, test } from 'vitest';
import { codeAt, fromBase32, matchingStep, newSecret, stepOf, toBase32 } from './totp.ts';

const SECRET = toBase32(Buffer.from('12345678901234567890'));

// RFC 6238, appendix B, the last six of its eight digits.
test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('at %i seconds the code is the one of RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, stepOf(new Date(seconds * 1000)))).toBe(code);
});

// RFC 4648, section 10.
test.each([
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('%s is %s in base32 and back', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
  expect(fromBase32(encoded).toString()).toBe(text);
});

test('a secret has 160 bits and is another one each time', () => {
  expect(fromBase32(newSecret())).toHaveLength(20);
  expect(newSecret()).not.toBe(newSecret());
});

describe('a code is taken', () => {
  const now = new Date('2026-12-01T02:00:10Z');
  test.each([
    [-2, null],
    [-1, -1],
    [0, 0],
    [1, 1],
    [2, null],
  ])('of a step %i away: %s', (away, found) => {
    const step = stepOf(now);
    const expected = found === null ? null : step + found;
    expect(matchingStep(SECRET, codeAt(SECRET, step + away), now)).toBe(expected);
  });

  test.each(['', '28708', '2870822', 'abcdef'])('but not "%s"', (code) => {
    expect(matchingStep(SECRET, code, now)).toBeNull();
  });
});
