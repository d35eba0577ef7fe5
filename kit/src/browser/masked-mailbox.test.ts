import { expect, test } from 'vitest';
import { maskedMailbox } from './masked-mailbox.ts';

test.each([
  ['lin.yijun@example.com', 'l•••@example.com'],
  ['a@example.com', 'a•••@example.com'],
])('%s', (address, masked) => {
  expect(maskedMailbox(address)).toBe(masked);
});
