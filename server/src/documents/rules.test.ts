import { expect, test } from 'vitest';
import { addedByOf, cleanName, fileName, freeSlot, missingOf } from './rules.ts';

test.each([
  ['急救證 正面.JPG', '急救證 正面'],
  ['證照（第 2 版）.final.pdf', '證照（第 2 版）.final'],
  ['C:\\fakepath\\在職證明.pdf', '在職證明'],
  ['../../etc/passwd', 'passwd'],
  ['..', '文件'],
  ['.htaccess', 'htaccess'],
  ['', '文件'],
  ['   .pdf', '文件'],
  ['<img src=x onerror=alert(1)>.png', 'img src=x onerror=alert(1)'],
  ['證照\u202egpj.exe', '證照 gpj'],
  ['line\r\nSet-Cookie: a=b.pdf', 'line Set-Cookie a=b'],
  ['a\0b\u0007c\ud800.pdf', 'a b c'],
  ['"quoted";.pdf', 'quoted ;'],
  ['e\u0301.pdf', 'é'],
  [`${'長'.repeat(300)}.pdf`, '長'.repeat(80)],
])('the name %j becomes %j', (given, name) => {
  expect(cleanName(given)).toBe(name);
});

test('the extension is that of the stored type', () => {
  expect(fileName({ name: cleanName('scan.HEIC'), kind: 'jpeg' })).toBe('scan.jpg');
  expect(fileName({ name: cleanName('page.html.pdf'), kind: 'pdf' })).toBe('page.html.pdf');
});

test('required documents that were not added are missing', () => {
  const asked = [
    { id: 1, required: true },
    { id: 2, required: false },
    { id: 3, required: true },
  ];
  expect(missingOf(asked, [])).toEqual([1, 3]);
  expect(missingOf(asked, [{ courseDocumentId: 3 }, { courseDocumentId: null }])).toEqual([1]);
});

test.each([
  [[], 1],
  [[1, 2], 3],
  [[1, 3, 4, 5], 2],
  [[1, 2, 3, 4, 5], null],
])('after the slots %j the next is %j', (taken, slot) => {
  expect(freeSlot(taken)).toBe(slot);
});

test.each([
  ['account:5', 'trainee'],
  ['account:6', 'manager'],
  ['staff:5', 'staff'],
])('a document that %s added to the registration of account 5 was added by a %s', (addedBy, by) => {
  expect(addedByOf({ addedBy }, 5)).toBe(by);
});
