import type { StatementShape } from '@portal/contract/office/statements';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainShape } from '../../../test/factories/statement.ts';
import { readLines } from './read-lines.ts';

const shape: StatementShape = {
  ...plainShape,
  columns: { ...plainShape.columns, balance: 6, memo: [5, 7] },
};

const readRows = (rows: readonly (readonly string[])[], wanted: StatementShape, broken: number[] = []) =>
  readLines({ rows, broken }, wanted, { today: '2026-12-01', ownAccount: '' });

const read = (cells: readonly string[], overrides: Partial<StatementShape['columns']> = {}) =>
  readRows([['日期'], cells], { ...shape, columns: { ...shape.columns, ...overrides } });

describe('a row', () => {
  test('is a line with the values of all its columns', () => {
    const cells = ['2026/12/01', '', '1,500', '0081212345', '王小明', '轉入', '9,000', 'TPE-FA1-001'];
    expect(read(cells)).toMatchObject({
      lines: [
        {
          ...{ row: 2, day: '2026-12-01', amount: 1500, digits: '12345', name: '王小明' },
          ...{ memo: '轉入 TPE-FA1-001', balance: 9000, aside: null, maybeDigits: [] },
        },
      ],
      ...{ unpaired: [], faults: [] },
    });
  });

  test('without those columns has neither digits nor name nor remark', () => {
    const cells = ['2026/12/01', '', '1500', '0081212345', '王小明', '轉入'];
    const { lines } = read(cells, { account: null, name: null, memo: [], balance: null });
    expect(lines).toMatchObject([{ digits: null, name: null, memo: null, balance: null }]);
  });

  test('says the same remark once, without control characters, and not endlessly', () => {
    const cells = ['2026/12/01', '', '1500', '', '長'.repeat(101), '轉\u0007入', '', '轉 入'];
    expect(read(cells).lines).toMatchObject([{ name: '長'.repeat(100), memo: '轉 入' }]);
    const long = ['2026/12/01', '', '1500', '', '', '註'.repeat(301), '', ''];
    expect(read(long).lines).toMatchObject([{ memo: '註'.repeat(300), balance: null }]);
    const second = ['2026/12/01', '', '1500', '', '', '', '', 'TPE-FA1-001'];
    expect(read(second).lines).toMatchObject([{ memo: 'TPE-FA1-001' }]);
  });

  test.each([
    ['in', ['', '1500'], 1500, null],
    ['out', ['300', ''], -300, 'withdrawal'],
    ['out with a minus', ['-300', ''], -300, 'withdrawal'],
    ['out and taken back', ['300', '', '沖正'], -300, 'reversal'],
    ['in below zero', ['', '-1500'], -1500, 'reversal'],
    ['in and out of nothing', ['0', '0.00'], 0, 'zero'],
  ])('with money %s', (_, [debit = '', credit = '', memo = ''], amount, aside) => {
    const { lines } = read(['2026/12/01', debit, credit, '', '', memo]);
    expect(lines).toMatchObject([{ amount, aside }]);
  });

  test.each([
    ['2026/12/02', ''],
    ['2026/12/03', '2026/12/02'],
    ['2026/12/11', '2026/12/01'],
  ])('of %s is a line where the transaction was on the day %j', (day, earlier) => {
    expect(read([day, '', '1500', '', '', earlier]).faults).toEqual([]);
  });

  test.each([
    ['1500', 1500, null],
    ['-1500', -1500, 'withdrawal'],
  ])('with one column of amounts: %s', (cell, amount, aside) => {
    const { lines } = read(['2026/12/01', cell], { debit: null, credit: null, amount: 1 });
    expect(lines).toMatchObject([{ amount, aside }]);
  });

  test.each([
    ['debit', 'credit', 1500],
    ['debit', 'credit', -300],
    ['debit', null, 1500],
    [null, 'credit', -300],
  ] as const)(
    'with the columns %j and %j may have its amount in a third one: %d',
    (debit, credit, amount) => {
      const columns = { debit: debit && 1, credit: credit && 2, account: null, name: null, amount: 3 };
      expect(read(['2026/12/01', '', '', `${amount}`], columns).lines).toMatchObject([{ amount }]);
    },
  );

  test.each([
    [['2026/02/30', '', '1500'], 'date'],
    [['2026/12/01', '', '1500.5'], 'cents'],
    [['2026/12/01', '一千', ''], 'amount'],
    [['1151201', '一千', ''], 'amount'],
    [['2026/12/01', '', '1000000000'], 'too_large'],
    [['2026/12/01', '300', '1500'], 'both_amounts'],
    [['2026/12/03', '', '1500'], 'late'],
    [['2026/12/13', '', '1500', '', '', '2026/12/02'], 'late'],
    [['2026/12/04', '', '1500', '', '', '2026/12/03'], 'late'],
    [['05/06/2026', '', '1500'], 'ambiguous_date'],
    [['2026/12/01', '', '+0000000150000'], 'hundredths'],
    [['2026/12/01', '', '1', '', '500'], 'name_number'],
  ])('%j is a fault: %s', (cells, fault) => {
    expect(read(cells)).toMatchObject({
      ...{ lines: [], unpaired: [] },
      faults: [{ row: 2, fault, text: cells.join(' ').trim() }],
    });
  });

  test('with a replacement character is a line with a fault', () => {
    const named = ['2026/12/01', '', '1500', '', '王\ue000明', ''];
    const remarked = ['2026/12/01', '', '1500', '', '', '\ufffd'];
    for (const cells of [named, remarked]) {
      const { lines, faults } = read(cells);
      const text = cells.slice(4).join('');
      expect([lines.length, faults]).toEqual([1, [{ row: 2, fault: 'private_use', text }]]);
    }
  });

  test('of totals is no line, nor is the header', () => {
    expect(read(['合計', '', '1500'])).toMatchObject({
      ...{ lines: [], unpaired: [], faults: [] },
      skipped: [{ reason: 'head' }, { row: 2, reason: 'total', text: '合計  1500' }],
    });
    expect(readRows([['2026/12/01', '', '1500']], shape).lines).toEqual([]);
  });

  test('with a fault is shown in part', () => {
    const [fault] = read(['2026/13/01', '長'.repeat(300)]).faults;
    expect(fault?.text).toHaveLength(200);
  });
});

const head = ['日期', '支出', '存入', '帳號', '戶名', '備註', '餘額'];
const readBody = (rows: readonly string[][], overrides: Partial<StatementShape> = {}) =>
  readRows([head, ...rows], { ...shape, columns: { ...shape.columns, memo: [5] }, ...overrides });
const reasonsOf = (rows: readonly string[][]) =>
  readBody(rows)
    .skipped.slice(1)
    .map(({ reason }) => reason);

describe('a row that is no transaction', () => {
  test.each([
    ['blank', ['', '', '']],
    ['head', head],
    ['balance', ['2026/12/01', '', '', '', '', '承前頁', '9000']],
    ['balance', ['期初餘額', '', '', '', '', '', '9000']],
    ['total', ['總計 2 筆', '', '']],
    ['remark', ['備註：1.本明細僅供參考', '', '']],
    ['remark', ['列印時間 2026/12/01 10:00', '', '']],
    ['remark', ['利率', '0', '0']],
    ['remark', ['印鑑', '無', '無']],
    ['no_amount', ['2026/12/01', '', '-']],
  ])('is skipped as %s: %j', (reason, cells) => {
    expect(reasonsOf([cells])).toEqual([reason]);
  });

  test('is skipped as foreign currency, unless it is the Taiwan dollar by any name', () => {
    const currencies = ['USD', 'TWD', '新臺幣', '台幣', 'NT$', '日圓', ''];
    const rows = currencies.map((currency) => ['2026/12/01', '', '1500', currency]);
    const { skipped } = readBody(rows, { columns: { ...shape.columns, account: null, currency: 3 } });
    expect(skipped.slice(1).map(({ row }) => row)).toEqual([2, 7]);
  });

  test('stands at the end, as many as the shape says', () => {
    const rows = [
      ['2026/12/01', '', '1500'],
      ['2026/12/01', '', '600'],
    ];
    const { lines, skipped, totals } = readBody(rows, { skipEnd: 1 });
    expect([lines.length, skipped.at(-1)?.reason, totals]).toEqual([1, 'end', []]);
    expect(readBody(rows, { skipEnd: 2 }).skipped.map(({ reason }) => reason)).toEqual([
      'head',
      'end',
      'end',
    ]);
  });
});

describe('a row is a transaction', () => {
  test.each([
    ['although its remark begins like a total', head, ['2026/12/01', '', '1500', '', '', '總額保險費']],
    ['below a head with an empty name', head.with(3, ''), ['2026/12/01', '', '1500', '', '王小明']],
  ])('%s', (_, names, cells) => {
    expect(readRows([names, cells], shape).lines).toMatchObject([{ amount: 1500 }]);
  });
});

describe('the rows of a file', () => {
  test('are lines, faults or skipped, and nothing else', () => {
    const row = fc.array(fc.constantFrom('', '2026/12/01', '1500', '-', '合計', '王小明', '26/1/2', 'x'), {
      maxLength: 9,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
        const { lines, faults, skipped } = readBody(rows);
        const found = [...lines, ...faults, ...skipped].map((each) => each.row).toSorted((a, b) => a - b);
        expect(found).toEqual([head, ...rows].map((_, at) => at + 1));
      }),
    );
  });

  test('may hold a day once for several transactions', () => {
    const { lines } = readBody([
      ['2026/11/30', '', '1500'],
      ['', '', '600'],
      ['2026/12/01', '', '900'],
    ]);
    expect(lines.map(({ day }) => day)).toEqual(['2026-11-30', '2026-11-30', '2026-12-01']);
    expect(readBody([['', '', '600']]).faults).toMatchObject([{ fault: 'date' }]);
    const tomorrow = readBody([
      ['2026/12/02', '', '1500'],
      ['', '', '600'],
    ]);
    expect(tomorrow.lines.map(({ day }) => day)).toEqual(['2026-12-02', '2026-12-02']);
  });

  test('with more cells than the head, or with an open quote, are faults', () => {
    const long = ['2026/12/01', '', '1', '500', '王小明', '', '251', '500'];
    expect(readBody([long]).faults).toMatchObject([{ row: 2, fault: 'extra_cells' }]);
    const { faults } = readRows([head, ['2026/12/01', '', '600']], shape, [1]);
    expect(faults).toMatchObject([{ row: 2, fault: 'quote' }]);
    const total = readRows([head, ['合計', '', '600\n2026/12/01,,900']], shape, [1]);
    expect(total.faults).toMatchObject([{ row: 2, fault: 'quote' }]);
    const short = readRows(
      [
        ['日期', '存入'],
        ['2026/12/01', '', '1', '500'],
      ],
      shape,
    );
    expect(short.faults).toMatchObject([{ row: 2, fault: 'extra_cells' }]);
  });

  test('have totals that are those of their lines, or since the last total', () => {
    const rows = (total: string, count = '') => [
      ['2026/12/01', '', '1500'],
      ['小計', '', '1500'],
      ['2026/12/01', '300', ''],
      ['2026/12/01', '', '600'],
      ['合計', '300', total, '', '', count],
    ];
    for (const total of ['2100', '600']) expect(readBody(rows(total)).totals).toEqual([]);
    expect(readBody(rows('2000')).totals).toEqual([{ row: 6, written: 2000, counted: 2100 }]);
    expect(readBody(rows('2100', '共 3 筆')).totals).toEqual([]);
    expect(readBody(rows('2100', '共 4 筆')).totals).toMatchObject([{ written: 4, counted: 3 }]);
    expect(readBody(rows('')).totals).toEqual([]);
    const withdrawn = readBody([...rows('2100').slice(0, -1), ['合計', '400', '']]);
    expect(withdrawn.totals).toEqual([{ row: 6, written: 400, counted: 300 }]);
  });

  test.each([
    ['before the first line', 2, [['2026/12/01', '', '', '', '', '', '9000']]],
    ['carried to the page', 2, [['承前頁', '', '', '', '', '', '9000']]],
    ['carried before and after', 3, Array.from({ length: 2 }, () => ['', '', '', '', '', '承前頁', '9000'])],
  ])('have balances that agree with one %s', (_, above, carried) => {
    const after = (balance: string) =>
      readBody([...carried, ['2026/12/01', '', '1500', '', '', '', balance]]);
    expect(after('10500').balance).toEqual({ state: 'holds' });
    expect(after('10400').balance).toMatchObject({ state: 'broken', row: above + 1, expected: 10_500 });
  });

  test('have balances with the newest day first, and a day on two pages', () => {
    const rows = [
      ['2026/12/01', '', '300', '', '', '', '1900'],
      ['2026/12/01', '', '50', '', '', '', '1950'],
      ['2026/11/30', '', '500', '', '', '', '1500'],
      ['承前頁', '', '', '', '', '', '1500'],
      ['2026/11/30', '', '100', '', '', '', '1600'],
    ];
    expect(readBody(rows).balance).toEqual({ state: 'holds' });
  });

  test('have balances below zero, and none in the row of a total', () => {
    const rows = [
      ['2026/11/30', '', '1500', '', '', '', '500 DR'],
      ['2026/12/01', '', '600', '', '', '', '100 CR'],
      ['合計', '', '2100', '', '', '', '99'],
    ];
    expect(readBody(rows)).toMatchObject({
      lines: [{ balance: -500 }, { balance: 100 }],
      balance: { state: 'holds' },
    });
  });
});

describe('the direction of an amount', () => {
  const direct = (word: string, direction: StatementShape['direction'], cell = '1500') =>
    readBody([['2026/12/01', cell, word]], {
      direction,
      columns: { ...shape.columns, debit: null, credit: null, amount: 1, direction: 2, balance: null },
    });
  const none = { in: [], out: [] };

  test.each([
    ['貸', none, 1500],
    ['借', none, -1500],
    ['DR', none, -1500],
    ['−', none, -1500],
    ['1', { in: ['1'], out: ['0'] }, 1500],
    ['0', { in: ['1'], out: ['0'] }, -1500],
    ['提', { in: ['提'], out: ['存'] }, 1500],
  ])('is that of the word %s beside it', (word, direction, amount) => {
    expect(direct(word, direction).lines).toMatchObject([{ amount }]);
  });

  test('of a word that says neither is a fault, unless the amount says it or is 0', () => {
    expect(direct('2', { in: ['1'], out: ['0'] }).faults).toMatchObject([{ fault: 'direction' }]);
    expect(direct('貸', { in: ['1'], out: ['0'] }).faults).toMatchObject([{ fault: 'direction' }]);
    expect(direct('', none).faults).toMatchObject([{ fault: 'direction' }]);
    expect(direct('', none, '1,500 DR').lines).toMatchObject([{ amount: -1500 }]);
    expect(direct('', none, '0').lines).toMatchObject([{ amount: 0 }]);
  });

  const readUnsigned = (rows: readonly string[][]) =>
    readBody(rows, {
      sign: 'balance',
      columns: { ...shape.columns, debit: null, credit: null, amount: 2, memo: [5] },
    });

  test('without a sign is that of the balances', () => {
    const { lines, faults } = readUnsigned([
      ['2026/11/30', '', '1500', '', '', '現金', '1500'],
      ['2026/11/30', '', '600', '', '', '', '900'],
      ['', '', '', '', '', '', ''],
      ['2026/12/01', '', '300', '', '', '', '1200'],
    ]);
    expect(lines).toMatchObject([
      { amount: -600, aside: 'withdrawal' },
      { amount: 300, aside: null },
    ]);
    expect(faults).toEqual([{ row: 2, fault: 'direction', text: '現金 1500' }]);
  });

  test.each([
    ['薪資轉入', 1500],
    ['現金提款', -1500],
    ['轉入手續費', undefined],
  ])('without a sign or a balance before it is that of the text %s', (memo, amount) => {
    const { lines } = readUnsigned([['2026/11/30', '', '1500', '', '', memo, '9000']]);
    expect(lines[0]?.amount).toBe(amount);
  });

  test('without a sign is not needed for an amount of 0', () => {
    expect(readUnsigned([['2026/11/30', '', '0', '', '', '', '9000']])).toMatchObject({
      ...{ lines: [{ amount: 0, aside: 'zero' }], faults: [] },
    });
  });

  test('that has a column is that of the column, whatever the balances', () => {
    const { lines, balance } = readBody([
      ['2026/11/30', '', '1500', '', '', '', '9000'],
      ['2026/12/01', '', '600', '', '', '', '8400'],
    ]);
    expect(lines).toMatchObject([{ amount: 1500 }, { amount: 600 }]);
    expect(balance).toMatchObject({ state: 'broken', hint: 'swapped' });
  });

  test('of a negative withdrawal is that of the balances', () => {
    const rows = (balance: string) => [
      ['2026/11/30', '', '1500', '', '', '', '9000'],
      ['2026/12/01', '-300', '', '', '', '', balance],
    ];
    expect(readBody(rows('9300')).lines.at(-1)).toMatchObject({ amount: 300, aside: null });
    expect(readBody(rows('8700')).lines.at(-1)).toMatchObject({ amount: -300 });
  });

  test.each<[string, Partial<StatementShape>]>([
    ['a third column of amounts', { columns: { ...shape.columns, amount: 6, balance: null, memo: [5] } }],
    ['amounts without a sign elsewhere', { sign: 'balance' }],
  ])('of a negative withdrawal without balances is never that of the text: %s', (_, overrides) => {
    const { lines } = readBody([['2026/12/01', '-300', '', '', '', '轉入', '']], overrides);
    expect(lines).toMatchObject([{ amount: -300 }]);
  });
});
