import { expect, test } from 'vitest';
import { maskIdentity, maskName, maskPhone } from './mask.ts';

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

test.each([
  ['林怡君', '林○君'],
  ['林君', '林○'],
  ['林', '林'],
  ['歐陽大文', '歐○○文'],
  ['𠮷田㛢', '𠮷○㛢'],
  ['Mary Chen', 'M○○○ C○○○'],
])('the name %s is shown as %s', (name, shown) => {
  expect(maskName(name)).toBe(shown);
});
