import { expect, test } from 'vitest';
import { checkInCode, readCheckInCode } from './check-in-code.ts';

const [secret, other] = ['a'.repeat(43), 'b'.repeat(43)];

test.each([1, 31, 32, 1_048_575, 1_048_576, 2 ** 40])(
  'the code of registration %i leads back to it',
  (id) => {
    const code = checkInCode(id, secret);
    expect(code).toMatch(/^[0-9A-Z]{4}(-[0-9A-Z]{1,4}){3,5}$/);
    expect(readCheckInCode(code, secret)).toBe(id);
  },
);

test('a code is read as people type it', () => {
  const code = checkInCode(10, secret);
  const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(readCheckInCode(typed, secret)).toBe(10);
});

test.each([
  ['empty', ''],
  ['short', '000A-1234'],
  ['long', '0'.repeat(60)],
  ['of other characters', '報到碼報到碼報到碼報到碼報到碼報'],
  ['with another signature', '000A-0000-0000-0000'],
  ['signed with another key', checkInCode(10, other)],
])('a code is refused that is %s', (_, code) => {
  expect(readCheckInCode(code, secret)).toBeNull();
});

test('a signature is of its own number alone', () => {
  const code = checkInCode(10, secret).replaceAll('-', '');
  const forged = `000B${code.slice(4)}`;
  expect(readCheckInCode(forged, secret)).toBeNull();
});
