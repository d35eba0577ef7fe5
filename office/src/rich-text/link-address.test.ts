import { expect, test } from 'vitest';
import { richTextText } from '../text/zh-TW/rich-text.ts';
import { linkAddress } from './link-address.ts';

const { missing, insecure, wrong } = richTextText.link;

test.each([
  ['https://example.org/a?b=1#c', 'https://example.org/a?b=1#c'],
  ['  https://example.org ', 'https://example.org'],
  ['www.example.org/報名', 'https://www.example.org/報名'],
  ['service@example.org', 'mailto:service@example.org'],
  ['mailto:service@example.org', 'mailto:service@example.org'],
  ['02-2345-6789', 'tel:02-2345-6789'],
  ['(02) 2345 6789', 'tel:0223456789'],
  ['tel:0223456789', 'tel:0223456789'],
])('%j leads to %s', (typed, href) => {
  expect(linkAddress(typed)).toEqual({ href });
});

test.each([
  ['', missing],
  ['   ', missing],
  ['http://example.org', insecure],
  ['javascript:alert(1)', wrong],
  ['JaVaScRiPt:alert(1)', wrong],
  ['data:text/html,x', wrong],
  ['//example.org', wrong],
  ['/Intro', wrong],
  ['https://', wrong],
  ['https://a b.example', wrong],
  ['https:\\\\example.org', wrong],
  ['報名網站', wrong],
])('%j is no link', (typed, fault) => {
  expect(linkAddress(typed)).toEqual({ fault });
});
