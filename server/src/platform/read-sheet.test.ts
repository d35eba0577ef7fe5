import { expect, test } from 'vitest';
import { encodeBig5 } from '../../demo/big5.ts';
import { hostileSheets, sheetOf } from '../../test/hostile-sheets.ts';
import { guessShape } from '../payment/guess-shape.ts';
import { readLines } from '../payment/read-lines.ts';
import { readSheet } from './read-sheet.ts';
import type { SheetAnswer } from './sheet-rows.ts';

const options = { maxRows: 20_000, maxColumns: 40 };
const what = (answer: SheetAnswer): string =>
  'fault' in answer ? answer.fault : `${answer.sheet.rows.length} rows`;

test.each(hostileSheets)(
  '%s is refused or read within its time',
  async (_, make, expected) => {
    const bytes = await make();
    const begun = performance.now();
    expect(what(await readSheet(bytes, options))).toMatch(expected);
    // 2 s on a machine of its own.
    expect(performance.now() - begun).toBeLessThan(12_000);
  },
  20_000,
);

test('a cell far to the right costs no more than the columns that are looked at', async () => {
  const row: string[] = [];
  row[16_000] = 'x';
  const answer = await readSheet(await sheetOf([Array.from(row, (cell) => cell ?? '')]), options);
  expect('sheet' in answer && answer.sheet.rows[0]?.length).toBeLessThanOrEqual(40);
});

test('formulas are texts, and a number that a spreadsheet keeps as one keeps its zero', async () => {
  const csv = '日期,金額,帳號,戶名\n2026-12-01,600,="0912",=HYPERLINK("http://evil.example")\n';
  const answer = await readSheet(Buffer.from(csv), options);
  expect('sheet' in answer && answer.sheet.rows[1]?.slice(2, 3)).toEqual(['0912']);
  expect('sheet' in answer && answer.sheet.rows[1]?.[3]).toContain('HYPERLINK');
});

test('a rare character of a workbook is that character', async () => {
  const answer = await readSheet(await sheetOf([['𠮷田', '0912']]), options);
  expect('sheet' in answer && answer.sheet.rows[0]).toEqual(['𠮷田', '0912']);
});

test('Big5 is recognised, and characters of its private area are shown to a person', async () => {
  const text = '日期,存入金額,戶名\n2026-12-01,600,王';
  const bytes = Buffer.concat([encodeBig5(text), Buffer.from([0xfa, 0x40, 0x0a])]);
  const answer = await readSheet(bytes, options);
  if (!('sheet' in answer)) throw new Error(answer.fault);
  expect(answer.sheet.encoding).toBe('big5');
  const { lines, faults } = readLines(answer.sheet.rows, guessShape(answer.sheet));
  expect([lines.length, faults.map(({ fault }) => fault)]).toEqual([1, ['private_use']]);
});
