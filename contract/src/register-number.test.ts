import { expect, test } from 'vitest';
import { DEFAULT_REGISTER_PATTERN, formatRegisterNumber, isRegisterPattern } from './register-number.ts';

const parts = { organization: '臺北市分會', kind: '急救員證', year: 2026, serial: 12 };

test.each([
  [DEFAULT_REGISTER_PATTERN, '臺北市分會急救員證字第1150012號'],
  ['{organization}-{kind}-{year}-{serial}', '臺北市分會-急救員證-2026-12'],
  ['（{minguo}）{organization}{kind}第 {serial:1} 號', '（115）臺北市分會急救員證第 12 號'],
  ['{organization}{kind}{year}{serial:2}$&', '臺北市分會急救員證202612$&'],
])('%s is written %s', (pattern, expected) => {
  expect(isRegisterPattern(pattern)).toBe(true);
  expect(formatRegisterNumber(pattern, parts)).toBe(expected);
});

test('a serial longer than its digits is written whole', () => {
  expect(formatRegisterNumber(DEFAULT_REGISTER_PATTERN, { ...parts, serial: 12_345 })).toContain(
    '11512345號',
  );
});

test('a name that looks like a place is written as it is', () => {
  const odd = { ...parts, kind: '{serial}' };
  expect(formatRegisterNumber('{organization}{kind}{year}{serial}', odd)).toBe('臺北市分會{serial}202612');
});

test.each([
  ['', 'empty'],
  ['{organization}{kind}{year}', 'without serial'],
  ['{organization}{kind}{serial}', 'without year'],
  ['{kind}{year}{serial}', 'without organisation'],
  ['{organization}{year}{serial}', 'without kind'],
  ['{organization}{kind}{year}{serial}{name}', 'an unknown place'],
  ['{organization}{kind}{year}{serial', 'an open brace'],
])('%s is no pattern (%s)', (pattern) => {
  expect(isRegisterPattern(pattern)).toBe(false);
});
