import { expect, test } from 'vitest';
import { telAddress } from './tel-address.ts';

test.each([
  ['02-2345-6789', 'tel:0223456789'],
  ['(02) 2345-6789', 'tel:0223456789'],
  ['（０２）２３４５－６７８９', 'tel:0223456789'],
  ['0912-345-678', 'tel:0912345678'],
  ['+886 2 2345 6789', 'tel:+886223456789'],
  ['02-2345-6789 分機 12', 'tel:0223456789,12'],
  ['02-2345-6789#305', 'tel:0223456789,305'],
  ['03-3345678 轉 9', 'tel:033345678,9'],
  ['1955', 'tel:1955'],
  ['請洽櫃檯', null],
  ['', null],
])('%s: %s', (written, address) => {
  expect(telAddress(written)).toBe(address);
});
