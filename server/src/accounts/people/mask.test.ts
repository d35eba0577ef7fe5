import { expect, test } from 'vitest';
import { maskIdentity, maskPhone } from './mask.ts';

test.each([
  ['A123456789', 'A12*****89'],
  ['AB12345', 'AB***45'],
  ['X1234', 'X***4'],
])('of %s only %s is shown', (identity, shown) => {
  expect(maskIdentity(identity)).toBe(shown);
});

test.each([
  ['0912-345678', '091*****678'],
  ['0912345678', '091****678'],
  ['12', '**'],
])('of the phone number %s only %s is shown', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown);
});
