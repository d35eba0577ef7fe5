import type { StatementShape } from '@portal/contract/office/statements';
import { describe, expect, test } from 'vitest';
import { plainShape } from '../../../test/factories/statement.ts';
import { guessShape } from './guess-shape.ts';

describe('the shape of a file', () => {
  const guess = (rows: readonly (readonly string[])[]) =>
    guessShape(
      { rows, broken: [], encoding: 'utf-8', separator: ',', sheet: null, sheets: [] },
      { today: '2026-12-31', ownAccount: '' },
    );
  const day = (n: number) => `2026/12/${String(n).padStart(2, '0')}`;

  test('is guessed by the words of its head, wherever that stands', () => {
    const rows = [
      ['帳戶明細查詢'],
      ['查詢 日期', day(1)],
      ['交易日期', '摘要', '支出金額', '存入金額', '餘額', '轉出帳號', '戶名', '備註'],
      [day(1), '轉入', '', '1500', '9000', '0081212345', '王小明', ''],
    ];
    expect(guess(rows)).toEqual({
      ...{ ...plainShape, skip: 3, dates: 'auto' },
      columns: {
        ...{ ...plainShape.columns, debit: 2, credit: 3, balance: 4, account: 5, name: 6, memo: [1, 7] },
      },
    });
  });

  test.each<[string, string[][], number]>([
    ['of two words', [['日期', '存入']], 1],
    ['whose first cell is its only second word', [['戶名', '日期', '內容']], 1],
    ['below a cell of many words', [['依日期查詢帳號、戶名、存入與餘額'], ['日期', '存入']], 2],
  ])('has a head %s', (_, head, expected) => {
    const body = [1, 2, 3].map((n) => [day(n), '1500', '']);
    expect(guess([...head, ...body]).skip).toBe(expected);
  });

  test('has columns that its head names, before others with such values', () => {
    const rows = [
      ['戶名', '生效', '日期', '手續費', '金額'],
      ...[1, 2].map((n) => ['王小明', day(n), day(n), '15', '1500']),
    ];
    expect(guess(rows).columns).toMatchObject({ name: 0, date: 2, amount: 4 });
  });

  test.each([
    ['date', 1, ['列印日期', '交易日期', '存入'], [day(1), day(1), '1500']],
    ['date', 1, ['生效', '日期時間', '存入'], [day(1), day(1), '1500']],
    ['date', 1, ['生效', '日', '存入'], [day(1), day(1), '1500']],
    ['amount', 2, ['日期', '手續費金額', '交易金額'], [day(1), '15', '1500']],
    ['amount', 2, ['日期', '手續費', '新臺幣金額'], [day(1), '15', '1500']],
    ['account', 3, ['日期', '存入', '本行帳號', '對方帳號'], [day(1), '1500', '00199', '00042']],
    ['account', 2, ['日期', '存入', '帳號'], [day(1), '1500', '00042']],
  ] as const)('has as its %s the column %d of the head %j', (kind, column, head, line) => {
    expect(guess([head, line]).columns[kind]).toBe(column);
  });

  test.each<[string, string[][], number, number | null]>([
    ['the first of several', [1, 2].map((n) => ['轉入', day(n), '1500', '9000']), 1, 2],
    ['no empty one', [1, 2].map((n) => ['', '', day(n), '1500']), 2, 3],
    ['none that has another meaning', [1, 2].map((n) => [`2026120${n}`, '1500']), 0, 1],
    [
      'the one with most',
      [
        ['轉入', '', day(1)],
        ['600', '900', day(2)],
        ['700', '800', day(3)],
        ['', '5', day(4)],
      ],
      2,
      1,
    ],
    [
      'none with only a few',
      [
        ['轉入', day(1)],
        ['轉入', '內容'],
        ['轉入', '內容'],
      ],
      0,
      null,
    ],
    ['also between empty rows', [['轉入', day(1), '1500'], ['', '', ''], [''], ['', '', '']], 1, 2],
  ])('without a head has the columns that hold days and amounts: %s', (_, rows, date, amount) => {
    expect(guess(rows).columns).toMatchObject({ date, amount, credit: null });
  });

  test('without a head begins with the first row of several cells', () => {
    const rows = [
      ['帳戶明細', ''],
      ['', ''],
      [day(1), '1500'],
    ];
    expect(guess(rows).skip).toBe(2);
  });

  test('has at most four columns of remarks', () => {
    const head = ['日期', '存入', '摘要', '備註', '附言', '註記', '說明'];
    const { memo } = guess([head, [day(1), '1500']]).columns;
    // Heads of the same rank stand in the order of their names, so that the order of the columns makes no difference.
    expect(memo).toEqual([2, 3, 5, 4]);
  });

  test('of an empty file is the first column', () => {
    expect(guess([])).toMatchObject({ skip: 0, columns: { date: 0, credit: null } });
  });

  test.each<[keyof StatementShape['columns'], number | null, ...string[]]>([
    ['date', 1, '帳務日期,交易日期,存入', ',2026/12/1,1500', '轉入,2026/12/1,600'],
    ['direction', 2, '日期,借貸,類別,金額', '2026/12/1,網路銀行轉帳,存,1500', '2026/12/1,跨行轉帳存入,存,9'],
    ['direction', 1, '日期,借貸,類別,金額', '2026/12/1,轉帳存入,存,1500', '2026/12/1,轉帳支出,存,9'],
    ['direction', 1, '日期,借貸,類別,金額', '2026/12/1,存,1,1500', '2026/12/1,網路銀行轉帳,1,9'],
    ['direction', 2, '日期,借貸,類別,金額', '2026/12/1,,存,1500', '2026/12/1,,存,600'],
    ['direction', null, '日期,借貸,存入', '2026/12/1,貸,1500', '2026/12/1,貸,600'],
    ['credit', 2, '日期,存入,存入金額', '2026/12/1,王小明,1500', '2026/12/1,陳大同,600'],
    ['credit', 1, '日期,存入,存入金額', '2026/12/1,1500,15', '2026/12/1,免收,15'],
    ['debit', 2, '日期,支出,支出金額', '2026/12/1,王小明,1500', '2026/12/1,陳大同,600'],
    ['debit', 1, '日期,支出,存入', '2026/12/1,,1500', '2026/12/1,,600'],
    ['balance', 3, '日期,存入,存款餘額,帳戶餘額', '2026/12/1,15,正常,9000', '2026/12/1,15,正常,9015'],
    ['balance', 3, '日期,存入,存款餘額,帳戶餘額', '2026/12/1,15,,9000', '2026/12/1,15,,9015'],
    ['balance', 2, '日期,存入,存款餘額,帳戶餘額', '2026/12/1,15,９０００,1', '2026/12/1,15,正常,2'],
    ['amount', 2, '日期,交易金額,發生金額', '2026/12/1,正常,1500', '2026/12/1,正常,600'],
    ['amount', null, '序號,日期,存入', '1,2026/12/1,1500', '2,2026/12/1,600'],
    ['amount', null, '序號,日期,支出', '1,2026/12/1,1500', '2,2026/12/1,600'],
    ['account', 2, '日期,存入,帳號', '2026/12/1,1500,00042', '2026/12/1,1500,00199'],
    ['account', null, '日期,存入,帳號', '2026/12/1,1500,00042', '2026/12/1,1500,00042'],
    ['account', 2, '日期,存入,對方帳號', '2026/12/1,1500,00042', '2026/12/1,1500,00042'],
  ])('has by the values below it as its %s the column %j of the head %s', (kind, column, ...rows) => {
    expect(guess(rows.map((row) => row.split(','))).columns[kind]).toBe(column);
  });

  test('is guessed by the head alone where no line is below it', () => {
    const head = ['日期', '支出', '存入', '餘額', '帳號', '戶名', '摘要'];
    expect(guess([head]).columns).toMatchObject({ date: 0, debit: 1, credit: 2, balance: 3, account: 4 });
  });

  test('names its sheet, unless that has no name', () => {
    const sheetOf = (sheet: string | null) =>
      guessShape(
        { rows: [['日期', '存入']], broken: [], encoding: 'utf-8', separator: ',', sheet, sheets: [] },
        { today: '2026-12-31', ownAccount: '' },
      ).sheet;
    expect(['明細', '', null].map(sheetOf)).toEqual(['明細', null, null]);
  });

  const noMoney = { credit: null, debit: null, amount: null, balance: null };
  const inOut = [
    [day(1), '轉入', '', '1500', '9000', '王\ue000明'],
    [day(2), '提款', '300', '', '8700', ''],
    [day(3), '轉入', '-', '600', '9300', '李小華'],
  ];

  test.each<[string, string[][], Partial<StatementShape['columns']>]>([
    ['money in, money out and balance', inOut, { debit: 2, credit: 3, balance: 4, memo: [1, 5] }],
    [
      'amount and balance',
      ['1500', '-300', '600', '0'].map((amount, at) => [
        ['9000', '8700', '9300', '9300'][at] ?? '',
        amount,
        '轉入',
        day(at + 1),
      ]),
      { date: 3, balance: 0, amount: 1, memo: [2] },
    ],
    [
      'money out and balance, where no money came in',
      ['8700', '8400', '8100'].map((balance, at) => [day(at + 1), '', '300', balance]),
      { credit: 1, debit: 2, balance: 3 },
    ],
    [
      'amount and balance, not the fee',
      [
        [day(1), '0', '1500', '9000'],
        [day(2), '0', '-300', '8700'],
        [day(3), '15', '600', '9300'],
      ],
      { amount: 2, balance: 3 },
    ],
    [
      'amount and balance, not two of zeros',
      [
        [day(1), '0', '0', '1500', '9000'],
        [day(2), '0', '', '-300', '8700'],
        [day(3), '0', '', '600', '9300'],
      ],
      { amount: 3, balance: 4 },
    ],
    [
      'no money out that is the balance',
      [
        [day(1), '', '1000'],
        [day(2), '', '500'],
        [day(3), '-500', '0'],
      ],
      { amount: 2 },
    ],
    [
      'no balance that agrees only once',
      [
        [day(1), '1500', '9000'],
        [day(2), '600', '9600'],
      ],
      { amount: 1 },
    ],
    [
      'no balance where a line has two amounts',
      [
        [day(1), '1500', '0', '9000'],
        [day(2), '600', '0', '9600'],
        [day(3), '900', '0', '10500'],
        [day(4), '-300', '-15', '10185'],
      ],
      { amount: 1 },
    ],
  ])('without a head has the columns with which the balances agree: %s', (_, rows, columns) => {
    expect(guess(rows).columns).toMatchObject({ date: 0, ...noMoney, ...columns });
  });

  test('with a head has the columns that it names, although others agree as well', () => {
    const head = ['日期', '摘要', '支出', '存入', '餘額', '戶名'];
    expect(guess([head, ...inOut]).columns).toMatchObject({ name: 5, memo: [1] });
  });

  const coded = (balances: readonly string[]) => [
    ['交易日期', '借貸別', '交易金額', '餘額'],
    ...['1500', '8000', '600', '900'].map((amount, at) => [
      day(at + 1),
      at === 1 ? '0' : '1',
      amount,
      balances[at] ?? '',
    ]),
  ];

  test.each([
    ['all', ['251500', '243500', '244100', '245000'], { in: ['1'], out: ['0'] }],
    ['most', ['251500', '243500', '244200', '245100'], { in: ['1'], out: ['0'] }],
    ['no', ['', '', '', ''], { in: [], out: [] }],
  ])('has codes for the direction with which %s balances agree', (_, balances, direction) => {
    expect(guess(coded(balances)).direction).toEqual(direction);
  });

  test('has codes also above a total, and none where there are three', () => {
    const balances = ['251500', '243500', '244100', '245000'];
    const codes = { in: ['1'], out: ['0'] };
    expect(guess([...coded(balances), ['合計', '', '11000', '']]).direction).toEqual(codes);
    const three = coded(balances).map((row, at) => (at === 4 ? row.with(1, '2') : row));
    expect(guess(three).direction).toEqual({ in: [], out: [] });
    expect(guess(coded(['251500', '1', '2', '3'])).direction).toEqual({ in: [], out: [] });
  });

  test('has the words for the direction that are known', () => {
    const words = ['存', '提', '存', '沖'];
    const rows = coded(['1500', '-6500', '-5900', '']).map((row, at) =>
      row.with(1, words[at - 1] ?? '借貸別'),
    );
    expect(guess(rows)).toMatchObject({ direction: { in: ['存'], out: ['提'] }, sign: 'plain' });
  });

  const decimals = (...rows: [out: string, into: string, balance: string][]) => [
    ['日期', '支出', '存入', '餘額'],
    ...rows.map((row, at) => [day(at + 1), ...row]),
  ];
  const whole = decimals(['', '1500.00', '9000.00'], ['300.00', '', '8700.00'], ['', '600.00', '9300.00']);

  const single = decimals(['450.00', '', '8550.00'], ['', '', '8550.00']);
  const rounded = whole.map((row) => row.map((cell) => cell.replace('.00', '')));

  test.each([
    ['a row that cannot be read is below', [...whole, ['製表人', '王', '1', '']]],
    ['such a row is below whole dollars', [...rounded, ['製表人', '王', '1', '']]],
    ['such a row is below a single amount', [...single, ['製表人', '王', '1', '']]],
    ['a line is missing', whole.toSpliced(2, 1)],
    ['two lines are missing', [...whole, [day(8), '', '600.00', '9999.00']].toSpliced(2, 1)],
  ])('has no hundredths and no exchanged columns that prove nothing where %s', (_, rows) => {
    expect(guess(rows)).toMatchObject({ hundredths: false, columns: { debit: 1, credit: 2 } });
  });

  const amounts = ['500', '300', '200', '100'];
  const withOneColumn = (name: string, ...balances: string[]) =>
    guess([
      ['日期', name, '餘額'],
      ...balances.map((balance, at) => [day(at + 1), amounts[at] ?? '', balance]),
    ]);

  test('has no other direction for its only column, whatever the balances', () => {
    expect(withOneColumn('存入', '1000', '700', '500').columns).toMatchObject({ credit: 1, debit: null });
    expect(withOneColumn('支出', '1000', '1300', '1500').columns).toMatchObject({ credit: null, debit: 1 });
  });

  test('has signs from the balances only where no line loses its own', () => {
    expect(withOneColumn('金額', '1000', '700', '900', '800').sign).toBe('plain');
  });

  test('is the one of several with the fewest broken balances', () => {
    const balances = ['1000.00', '1500.00', '1200.00', '1400.00', '1900.00', '2500.00'];
    const amounts = ['500', '500', '300', '200', '100', '600'].map((amount) =>
      `${amount}00`.padStart(12, '0'),
    );
    const rows = amounts.map((amount, at) => [day(at + 1), amount, balances[at] ?? '', '轉入']);
    expect(guess([['日期', '金額', '餘額', '摘要'], ...rows])).toMatchObject({
      hundredths: true,
      sign: 'balance',
    });
  });

  test('has no sign, exchanged columns or hundredths where only those make the balances agree', () => {
    const single = (amounts: readonly string[], balances: readonly string[]) =>
      guess([
        ['日期', '金額', '餘額', '摘要'],
        ...amounts.map((amount, at) => [day(at + 1), amount, balances[at] ?? '', '轉入']),
      ]);
    expect(single(['500', '300'], ['1000', '700']).sign).toBe('inverted');
    expect(single(['500', '-300', '200'], ['1000', '700', '900']).sign).toBe('plain');
    expect(single(['500', '300', '200'], ['1000', '700', '900']).sign).toBe('balance');
    expect(single(['50000', '-30000'], ['100000', '70000'])).toMatchObject({ hundredths: false });
    expect(single(['+0000000050000', '-0000000030000'], ['1000.00', '700.00'])).toMatchObject({
      hundredths: true,
    });
    const both = guess([
      ['日期', '支出', '存入', '餘額'],
      [day(1), '500', '', '1500'],
      [day(2), '', '300', '1200'],
    ]);
    expect(both.columns).toMatchObject({ debit: 2, credit: 1 });
  });
});
