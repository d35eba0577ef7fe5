import { PREVIEW_ROWS } from '@portal/contract/office/statements';
import { describe, expect, test } from 'vitest';
import { plainCsv, plainShape } from '../../test/factories/statement.ts';
import { type FileToPreview, readForImport, readForPreview } from './read-statement.ts';

const WEB_PAGE = Buffer.from('<html><body><table><tr><td>日期</td></tr></table></body></html>');

const preview = async (
  bytes: Buffer,
  { given, remembered = null }: Partial<Parameters<typeof readForPreview>[0]> = {},
): Promise<FileToPreview> => {
  const read = await readForPreview({ bytes, given, remembered });
  if ('fault' in read) throw new Error(read.fault);
  return read;
};

const withColumns = (columns: Partial<typeof plainShape.columns>) => {
  return { ...plainShape, columns: { ...plainShape.columns, ...columns } };
};

test('a web page is refused, to import and to preview', async () => {
  expect(await readForImport({ bytes: WEB_PAGE, shape: plainShape })).toEqual({ fault: 'web_page' });
  expect(await readForPreview({ bytes: WEB_PAGE, given: undefined, remembered: null })).toEqual({
    fault: 'web_page',
  });
});

test('a file is imported in slices of 50 lines, in its order', async () => {
  const lines = Array.from({ length: 101 }, (_, n) => ({ in: 100 + n }));
  const read = await readForImport({ bytes: plainCsv(lines), shape: plainShape });
  if ('fault' in read) throw new Error(read.fault);
  const slices = read.slices.map((slice) => JSON.parse(slice) as { amount: number }[]);
  expect(slices.map(({ length }) => length)).toEqual([50, 50, 1]);
  expect(slices.flat().map(({ amount }) => amount)).toEqual(lines.map((line) => line.in));
});

describe('a preview', () => {
  const file = plainCsv([
    { day: '2026-11-30', in: 1500, name: '王小明' },
    { day: '2026-11-28', in: 600, name: '李小華' },
    { day: '2026-12-01', out: 200, name: '手續費' },
  ]);

  test('counts deposits and lines set aside, and has the first and the last day', async () => {
    expect(await preview(file)).toMatchObject({
      counts: { total: 3, deposits: 2, aside: 1, faults: 0 },
      from: '2026-11-28',
      until: '2026-12-01',
    });
  });

  test('of a file without lines has no days', async () => {
    expect(await preview(plainCsv([]))).toMatchObject({ from: null, until: null });
  });

  test('begins three rows above the first line, at the earliest with the first row', async () => {
    const titled = Buffer.concat([Buffer.from('明細,一\n明細,二\n明細,三\n明細,四\n'), file]);
    expect(await preview(file)).toMatchObject({ firstRow: 1 });
    const { firstRow, rows } = await preview(titled, { given: { ...plainShape, skip: 5 } });
    expect(firstRow).toBe(3);
    expect(rows[0]?.slice(0, 2)).toEqual(['明細', '三']);
    expect(rows.length).toBeLessThanOrEqual(PREVIEW_ROWS);
  });

  test('uses the given shape instead of the remembered one', async () => {
    const [given, remembered] = [withColumns({ name: 5, memo: [4] }), withColumns({ memo: [] })];
    expect((await preview(file, { given, remembered })).shape).toEqual(given);
  });

  test('guesses the shape of the first file of an account', async () => {
    expect((await preview(file)).shape).toEqual(plainShape);
  });

  const good = withColumns({ name: 5, memo: [4] });
  test.each([
    ['keeps a remembered shape that reads as many lines without more faults', good, good],
    ['guesses anew where the remembered shape skips lines', { ...good, skip: 2 }, plainShape],
    ['guesses anew where the remembered shape finds faults', withColumns({ credit: 4 }), plainShape],
  ])('%s', async (_, remembered, shape) => {
    expect((await preview(file, { remembered })).shape).toEqual(shape);
  });

  test('guesses anew where the remembered shape reads as many lines with more faults', async () => {
    const footed = plainCsv([
      { in: 1500, memo: '2026-11-30' },
      { day: '合計', memo: '共1筆' },
    ]);
    const remembered = withColumns({ date: 5, memo: [4] });
    expect((await preview(footed, { remembered })).shape.columns.date).toBe(0);
  });
});
