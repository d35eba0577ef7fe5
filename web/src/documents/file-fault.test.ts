import { expect, test } from 'vitest';
import { fileFault } from './file-fault.ts';

const file = (name: string, type: string, size = 1) => new File([new Uint8Array(size)], name, { type });
const KIND = '文件僅接受 PDF、JPEG、PNG、HEIC 檔案';
const ELEVEN = 11 * 1024 * 1024;

test.each([
  ['a PDF', file('a.pdf', 'application/pdf'), null],
  ['a HEIC without a type', file('a.HEIC', ''), null],
  ['a PDF without a name', file('a', 'application/pdf'), null],
  ['an archive', file('a.zip', 'application/zip'), KIND],
  ['an SVG', file('a.svg', 'image/svg+xml'), KIND],
  ['a PDF of 11 MB', file('a.pdf', 'application/pdf', ELEVEN), '文件檔案大小不得超過 10 MB'],
  ['a photo of 11 MB, which is made smaller', file('a.jpg', 'image/jpeg', ELEVEN), null],
])('%s', (_, given, fault) => {
  expect(fileFault(given)).toBe(fault);
});
