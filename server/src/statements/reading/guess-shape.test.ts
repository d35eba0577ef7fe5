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
