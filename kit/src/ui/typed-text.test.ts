import { describe, expect, test } from 'vitest';
import { applyTypingRule } from './typed-text.ts';

describe('applyTypingRule', () => {
  test.each([
    ['a123456789', { upperCase: true }, 'A123456789'],
    ['ａ１２３', { upperCase: true }, 'A123'],
    ['02-2345 6789', { digits: 'with-period' }, '0223456789'],
    ['12.5a', { digits: 'with-period' }, '12.5'],
    ['12.5a', { digits: 'strict' }, '125'],
    ['０９１２', { digits: 'strict' }, '0912'],
    ['王 ａ', {}, '王 ａ'],
  ] as const)('%s under %j is %s', (typed, rule, allowed) => {
    expect(applyTypingRule(typed, rule)).toBe(allowed);
  });
});
