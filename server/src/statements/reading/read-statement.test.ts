import { PREVIEW_ROWS } from '@portal/contract/office/statements';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { plainContext, plainCsv, plainShape } from '../../../test/factories/statement.ts';
import { type FileToPreview, readForImport, readForPreview } from './read-statement.ts';

const WEB_PAGE = Buffer.from('<html><body><table><tr><td>日期</td></tr></table></body></html>');

const preview = async (
  bytes: Buffer,
  { given, remembered = [] }: Partial<Parameters<typeof readForPreview>[0]> = {},
): Promise<FileToPreview> => {
  const read = await readForPreview({ bytes, given, remembered, ...plainContext });
  if ('fault' in read) throw new Error(read.fault);
  return read;
};

const withColumns = (columns: Partial<typeof plainShape.columns>) => {
  return { ...plainShape, columns: { ...plainShape.columns, ...columns } };
};

test('a web page is refused, to import and to preview', async () => {
  expect(await readForImport({ bytes: WEB_PAGE, shape: plainShape, ...plainContext })).toEqual({
    fault: 'web_page',
  });
  expect(
    await readForPreview({ bytes: WEB_PAGE, given: undefined, remembered: [], ...plainContext }),
  ).toEqual({
    fault: 'web_page',
  });
});

test.each([
  [
    'is refused where blanks separate its columns',
    ['日期 支出 存入 餘額', '2026/12/01 0 1500 9000'],
    'blanks',
  ],
  ['is refused where a title is above such a head', ['帳戶明細', '日期 支出 存入 餘額'], 'blanks'],
  ['may have a title of two such words', ['日期 存入', '2026/12/01'], undefined],
])('a text %s', async (_, rows, expected) => {
  const bytes = Buffer.from(rows.join('\n'));
  const read = await readForImport({ bytes, shape: plainShape, ...plainContext });
  expect('fault' in read ? read.fault : undefined).toBe(expected);
});

test('a workbook has columns, whatever is in a cell', async () => {
  const sheets = [{ name: '明細', rows: [['日期 支出 存入 餘額'], ['2026/12/01']] }];
  const bytes = Buffer.from(await writeXlsx({ sheets }));
  expect(await readForImport({ bytes, shape: plainShape, ...plainContext })).toMatchObject({ count: 0 });
});

test('a line is imported with the digits that may be those of the account', async () => {
  const bytes = plainCsv([{ in: 1500, memo: '轉入 0081234567' }, { in: 600 }]);
  const read = await readForImport({ bytes, shape: plainShape, ...plainContext });
  const [slice = ''] = 'fault' in read ? [] : read.slices;
  expect(JSON.parse(slice)).toMatchObject([{ maybe_digits: '34567' }, { maybe_digits: null }]);
});

test('a file is imported in slices of 50 lines, in its order', async () => {
  const lines = Array.from({ length: 101 }, (_, n) => ({ in: 100 + n }));
  const read = await readForImport({ bytes: plainCsv(lines), shape: plainShape, ...plainContext });
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

  test('warns of a name that cannot be shown, which is no fault', async () => {
    const { counts, faults } = await preview(plainCsv([{ in: 1500, name: '王\ue000明' }]));
    expect(counts).toMatchObject({ total: 1, faults: 0 });
    expect(faults).toMatchObject([{ row: 2, fault: 'private_use' }]);
  });

  test.each([
    [
      'as many empty names as columns, without a head',
      ['2026/11/28,1500,轉入', '2026/11/29,600,'],
      ['', '', ''],
    ],
    ['both names of a head of two', ['日期,存入', '2026/11/28,1500'], ['日期', '存入']],
  ])('has %s', async (_, rows, expected) => {
    expect((await preview(Buffer.from(rows.join('\n')))).head).toEqual(expected);
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

  const head = ['日期', '支出', '存入', '帳號', '戶名', '備註'];

  test('uses the given shape instead of the remembered one', async () => {
    const [given, shape] = [withColumns({ name: 5, memo: [4] }), withColumns({ memo: [] })];
    expect(await preview(file, { given, remembered: [{ head, shape }] })).toMatchObject({
      ...{ shape: given, origin: 'given' },
    });
  });

  test('guesses the shape of the first file of an account', async () => {
    const guessed = { ...plainShape, dates: 'auto' };
    expect(await preview(file)).toMatchObject({ shape: guessed, origin: 'first', head, formerHead: null });
  });

  const good = withColumns({ name: 5, memo: [4] });

  test('keeps a remembered shape for the same head', async () => {
    const remembered = [{ head, shape: good }];
    expect(await preview(file, { remembered })).toMatchObject({
      ...{ shape: good, origin: 'remembered', formerHead: null },
    });
  });

  test('guesses anew for another head, and says which one it knows', async () => {
    const former = head.toSpliced(1, 2, '存入', '支出');
    const { shape, origin, formerHead } = await preview(file, {
      remembered: [{ head: former, shape: withColumns({ debit: 2, credit: 1 }) }],
    });
    expect([shape.columns, origin, formerHead]).toEqual([plainShape.columns, 'new', former]);
  });

  test('knows several shapes', async () => {
    const exchanged = file.toString().replace('支出,存入', '存入,支出');
    const other = { head: head.toSpliced(1, 2, '存入', '支出'), shape: withColumns({ debit: 2, credit: 1 }) };
    const remembered = [{ head, shape: good }, other];
    expect((await preview(Buffer.from(exchanged), { remembered })).shape.columns).toEqual(
      other.shape.columns,
    );
  });

  test.each([
    ['finds faults', withColumns({ credit: 4 }), ''],
    ['finds a fault in a row that is no line', good, ',200,2100,,,合計'],
    ['reads fewer lines', withColumns({ currency: 4, name: null }), ''],
  ])('guesses anew where the remembered shape %s', async (_, shape, row) => {
    const found = await preview(Buffer.concat([file, Buffer.from(`\n${row}`)]), {
      remembered: [{ head, shape }],
    });
    expect([found.shape.columns, found.origin]).toEqual([plainShape.columns, 'new']);
  });

  test.each([
    ['guesses anew where the balances break in the remembered shape', 'new', '2026/11/29,600,,1500,'],
    ['keeps the remembered shape where they break in both', 'remembered', '2026/11/29,600,,1400,'],
  ])('%s', async (_, expected, row) => {
    const rows = ['日期,支出,存入,餘額,備註', '2026/11/28,,1500,2100,轉入', row, '2026/11/30,,900,2400,'];
    const columns = { debit: 2, credit: 1, balance: 3, account: null, name: null, memo: [4] };
    const remembered = [{ head: rows[0]?.split(',') ?? [], shape: withColumns(columns) }];
    expect((await preview(Buffer.from(rows.join('\n')), { remembered })).origin).toBe(expected);
  });

  test('counts each row of the file once', async () => {
    const footed = Buffer.concat([file, Buffer.from('\n\n合計,200,2100\n2026/13/01,,5\n')]);
    const { counts, skipped } = await preview(footed);
    expect(counts).toMatchObject({ rows: 7, total: 3, skipped: 3, faults: 1 });
    expect(skipped.map(({ row, reason }) => [row, reason])).toEqual([
      [1, 'head'],
      [6, 'total'],
    ]);
  });
});

describe('what the file says against a reading', () => {
  const csvOf = (rows: readonly string[]): Buffer => Buffer.from(['日期,支出,存入,餘額', ...rows].join('\n'));
  const rows = ['2026/11/28,,1500,9000', '2026/11/29,300,,8700', '2026/11/30,,600,9300'];

  test('are balances that break, and the row where they do', async () => {
    const { balance, problems } = await preview(csvOf(rows.toSpliced(1, 1)));
    expect(balance).toMatchObject({ state: 'broken', row: 3, expected: 9600, found: 9300, hint: 'missing' });
    expect(problems).toEqual(['balance']);
  });

  test('are totals of other sums', async () => {
    const { totals, problems } = await preview(csvOf([...rows, '合計,300,2000,']));
    expect(totals).toEqual([{ row: 5, written: 2000, counted: 2100 }]);
    expect(problems).toEqual(['totals']);
  });

  test('is nothing where both agree, and then the lines are proven', async () => {
    const bytes = csvOf([...rows, '合計,300,2100,']);
    const { shape, problems } = await preview(bytes);
    expect(problems).toEqual([]);
    const isProven = async (file: Buffer) => {
      const read = await readForImport({ bytes: file, shape, ...plainContext });
      return 'fault' in read ? read.fault : read.isProven;
    };
    expect(await isProven(bytes)).toBe(true);
    expect(await isProven(csvOf([...rows, '合計,300,2000,']))).toBe(false);
    expect(await isProven(csvOf(rows.toSpliced(1, 1)))).toBe(false);
    expect(await isProven(csvOf(rows.map((row) => row.replace(/\d+$/, ''))))).toBe(false);
  });
});
