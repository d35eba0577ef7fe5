import { expect, test } from 'vitest';
import { refuseWeakStaffPassword } from './weak-password.ts';

const owner = { name: '王明', email: 'a@example.com' };

test.each([
  ['everybody tries', 'abababababab', 'password_common'],
  ['holds a name of two characters', 'I am 王明, hello', 'password_says_name'],
  ['holds the whole address', 'mail A@Example.com now', 'password_says_name'],
])('a password that %s is refused', (_, password, code) => {
  expect(() => refuseWeakStaffPassword(password, owner)).toThrow(expect.objectContaining({ code }));
});

test('one character of the address says nothing', () => {
  expect(() => refuseWeakStaffPassword('a long enough one 77', owner)).not.toThrow();
});
