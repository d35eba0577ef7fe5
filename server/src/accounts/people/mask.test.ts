import { expect, test } from 'vitest';
import { maskIdentity, maskPhone } from './mask.ts';

test.each([
  ['A123456789', 'A12*****89'],
  ['AB12345', 'AB***45'],
  ['X1234', 'X***4'],
])('%s is shown as %s', (identity, shown) => {
  expect(maskIdentity(identity)).toBe(shown);
});

test.each([
  ['0912-345678', '091*****678'],
  ['0912345678', '091****678'],
  ['12', '**'],
])('the phone number %s is shown as %s', (phone, shown) => {
  expect(maskPhone(phone)).toBe(shown);
});
