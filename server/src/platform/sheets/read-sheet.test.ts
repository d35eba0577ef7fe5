import { beforeAll, expect, test } from 'vitest';
import { encodeBig5 } from '../../../demo/big5.ts';
import { plainContext } from '../../../test/factories/statement.ts';
import { hostileSheets, largestSheet, sheetOf } from '../../../test/hostile-sheets.ts';
import { expectCheaper, type Measured, measured } from '../../../test/processor-time.ts';
import { guessShape } from '../../statements/reading/guess-shape.ts';
import { readLines } from '../../statements/reading/read-lines.ts';
import { readSheet } from './read-sheet.ts';
import type { SheetAnswer } from './sheet-rows.ts';

const options = { maxRows: 20_000, maxColumns: 40 };
const what = (answer: SheetAnswer): string =>
  'fault' in answer ? answer.fault : `${answer.sheet.rows.length} rows`;

/** The largest ordinary table: 1,300 milliseconds of processor time on two processors of a shared machine. */
let ordinary: Measured<SheetAnswer>;

beforeAll(async () => {
  const bytes = await largestSheet();
  ordinary = measured(() => readSheet(bytes, options));
  await ordinary.measure();
});

test.each(hostileSheets)(
  '%s is refused or read for less than twice the work of the largest ordinary table',
  async (_, make, expected) => {
    const bytes = await make();
    const reading = measured(() => readSheet(bytes, options));
    expect(what(await reading.measure())).toMatch(expected);
    await expectCheaper(reading, ordinary, 2);
  },
);

test('a cell far to the right does not make a row longer than the columns that are read', async () => {
  const row: string[] = [];
  row[16_000] = 'x';
  const answer = await readSheet(await sheetOf([Array.from(row, (cell) => cell ?? '')]), options);
  expect('sheet' in answer && answer.sheet.rows[0]?.length).toBeLessThanOrEqual(40);
});

test('formulas are texts, and a number written as ="0912" keeps its zero', async () => {
  const csv = '日期,金額,帳號,戶名\n2026-12-01,600,="0912",=HYPERLINK("http://evil.example")\n';
  const answer = await readSheet(Buffer.from(csv), options);
  expect('sheet' in answer && answer.sheet.rows[1]?.slice(2, 3)).toEqual(['0912']);
  expect('sheet' in answer && answer.sheet.rows[1]?.[3]).toContain('HYPERLINK');
});

test('a rare character of a workbook is kept', async () => {
  const answer = await readSheet(await sheetOf([['𠮷田', '0912']]), options);
  expect('sheet' in answer && answer.sheet.rows[0]).toEqual(['𠮷田', '0912']);
});

test('Big5 is recognised, and characters of its private area are shown to a person', async () => {
  const text = '日期,存入金額,戶名\n2026-12-01,600,王';
  const bytes = Buffer.concat([encodeBig5(text), Buffer.from([0xfa, 0x40, 0x0a])]);
  const answer = await readSheet(bytes, options);
  if (!('sheet' in answer)) throw new Error(answer.fault);
  expect(answer.sheet.encoding).toBe('big5');
  const { lines, faults } = readLines(answer.sheet, guessShape(answer.sheet, plainContext), plainContext);
  expect([lines.length, faults.map(({ fault }) => fault)]).toEqual([1, ['private_use']]);
});
