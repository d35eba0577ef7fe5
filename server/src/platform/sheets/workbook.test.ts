import fc from 'fast-check';
import { type CellValue, streamXlsxRows, writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { sheetRows } from './sheet-rows.ts';

/* Workbooks are read by our own reader. Another one, which holds more in memory, must find the same. */

const limits = { maxRows: 1000, maxColumns: 8 };

const day = (date: Date): string => (Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10));

const textOf = (value: CellValue): string => {
  if (value === null || typeof value === 'object') return value instanceof Date ? day(value) : '';
  if (typeof value !== 'number') return String(value).slice(0, 1000).trim();
  return Math.abs(value) >= 1e15 ? value.toExponential() : String(value);
};

const readByOther = async (bytes: Uint8Array): Promise<string[][]> => {
  const rows: string[][] = [];
  for await (const { index, values } of streamXlsxRows(bytes)) {
    while (rows.length < index) rows.push([]);
    rows.push(Array.from(values.slice(0, limits.maxColumns), textOf));
  }
  return rows;
};

const cell: fc.Arbitrary<CellValue> = fc.oneof(
  fc.constant(null),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom('<b>&amp;"\'', '𠮷田', '_x000D_', ' 0912 ', '王小明\r\n李', ']]>', '-->', 'x'.repeat(2000)),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.date({ min: new Date('1900-03-01'), max: new Date('2200-01-01'), noInvalidDate: true }),
);

const table = fc.array(fc.array(cell, { maxLength: 12 }), { maxLength: 30 });

test('any table is read as another reader reads it', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const bytes = await writeXlsx({ sheets: [{ name: '資料', rows }] });
      const answer = await sheetRows(Buffer.from(bytes), limits);
      expect('sheet' in answer && answer.sheet.rows).toEqual(await readByOther(bytes));
    }),
    { numRuns: 50 },
  );
});
