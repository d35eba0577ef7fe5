import { expect, test } from 'vitest';
import { isConfirmedLately, stageOf } from './rules.ts';

const NOW = new Date('2026-12-01T10:00:00+08:00');
const ago = (ms: number) => new Date(NOW.getTime() - ms);

test.each([
  ['an app, not proved', { totp: true, passkeys: 0, confirmedAt: null }, false, 'secondFactor'],
  ['a passkey, not proved', { totp: false, passkeys: 1, confirmedAt: null }, true, 'secondFactor'],
  ['an app, proved', { totp: true, passkeys: 0, confirmedAt: NOW }, true, 'in'],
  ['nothing where it is required', { totp: false, passkeys: 0, confirmedAt: NOW }, true, 'setUp'],
  ['nothing where it is not', { totp: false, passkeys: 0, confirmedAt: NOW }, false, 'in'],
  ['nothing, not proved', { totp: false, passkeys: 0, confirmedAt: null }, false, 'setUp'],
] as const)(
  'a session with %s as second factor (%j, required: %s) is at %s',
  (_, session, required, stage) => {
    expect(stageOf(session, required)).toBe(stage);
  },
);

test.each([
  ['never', null, false],
  ['now', NOW, true],
  ['ten minutes ago', ago(600_000), true],
  ['a millisecond longer ago', ago(600_001), false],
])('a second factor that was proved %s', (_, confirmedAt, expected) => {
  expect(isConfirmedLately({ confirmedAt }, NOW)).toBe(expected);
});

test('a session without a proof of the second factor is never recently confirmed', () => {
  expect(isConfirmedLately({ confirmedAt: null }, new Date(0))).toBe(false);
});
