import type { StatementShape } from '@portal/contract/office/statement-shape';
import { describe, expect, test } from 'vitest';
import { pairReversals, type ReadLine, readAmount, readDay, readDigits, readLines } from './read-lines.ts';

test.each([
  ['2026/12/1', 'western', '2026-12-01'],
  ['2026-12-01 13:05', 'western', '2026-12-01'],
  ['2026.12.01', 'minguo', '2026-12-01'],
  ['20261201', 'western', '2026-12-01'],
  ['20261201 0905', 'western', '2026-12-01'],
  ['115.12.01', 'western', '2026-12-01'],
  ['1151201', 'western', '2026-12-01'],
  ['民國115年12月1日', 'western', '2026-12-01'],
  ['115年12月1日 上午', 'western', '2026-12-01'],
  ['26/12/01', 'western', '2026-12-01'],
  ['99/12/01', 'minguo', '2010-12-01'],
  ['１１５／１２／０１', 'minguo', '2026-12-01'],
  ['2026/02/30', 'western', null],
  ['2026/13/01', 'western', null],
  ['2026/12/011', 'western', null],
  ['202612011', 'western', null],
  ['12/01', 'western', null],
  ['合計', 'western', null],
  ['', 'western', null],
] as const)('the day %s, years %s, is %s', (cell, dates, day) => {
  expect(readDay(cell, dates)).toBe(day);
});

test.each([
  ['1500', 1500],
  ['NT$1,500.00', 1500],
  ['nt 1,500元', 1500],
  ['TWD 1,500.', 1500],
  ['$ 1,500', 1500],
  ['+1500', 1500],
  ['-1,500', -1500],
  ['1,500-', -1500],
  ['(1,500)', -1500],
  ['１，５００', 1500],
  ['', 0],
  ['-', 0],
  ['--', 0],
  ['0.00', 0],
  ['999,999,999', 999_999_999],
  ['1,000,000,000', 'too_large'],
  ['1500.50', 'cents'],
  ['1500.05', 'cents'],
  ['1.5E+3', 'amount'],
  ['一千', 'amount'],
])('the amount %s is %s', (cell, amount) => {
  expect(readAmount(cell)).toBe(amount);
});

test.each([
  ['0081234512345', '12345'],
  ['(812)0000-12345-67890', '67890'],
  ['812 0000 0012345', '12345'],
  ['812/0000012345/1', '12345'],
  ['42', '42'],
  ['12 / 42', '42'],
  ['345 / 12', '345'],
  ['1.2E+15', null],
  ['12e15', null],
  ['0081234****', null],
  ['00812345xx', null],
  ['****12345', '12345'],
  ['', null],
  ['現金', null],
])('of the account %s the digits are %s', (cell, digits) => {
  expect(readDigits(cell)).toBe(digits);
});

const shape: StatementShape = {
  encoding: 'utf-8',
  separator: ',',
  skip: 1,
  dates: 'western',
  columns: { date: 0, debit: 1, credit: 2, amount: null, balance: 6, account: 3, name: 4, memo: [5, 7] },
};

const read = (cells: readonly string[], overrides: Partial<StatementShape['columns']> = {}) =>
  readLines([['日期'], cells], { ...shape, columns: { ...shape.columns, ...overrides } });

describe('a row', () => {
  test('is a line with the values of all its columns', () => {
    const cells = ['2026/12/01', '', '1,500', '0081212345', '王小明', '轉入', '9,000', 'TPE-FA1-001'];
    expect(read(cells)).toEqual({
      lines: [
        {
          ...{ row: 2, day: '2026-12-01', amount: 1500, digits: '12345', name: '王小明' },
          ...{ memo: '轉入 TPE-FA1-001', balance: '9,000', aside: null },
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
    const long = ['2026/12/01', '', '1500', '', '', '註'.repeat(301), '1'.repeat(31), ''];
    expect(read(long).lines).toMatchObject([{ memo: '註'.repeat(300), balance: '1'.repeat(30) }]);
    const second = ['2026/12/01', '', '1500', '', '', '', '', 'TPE-FA1-001'];
    expect(read(second).lines).toMatchObject([{ memo: 'TPE-FA1-001' }]);
  });

  test.each([
    ['in', ['', '1500'], 1500, null],
    ['out', ['300', ''], -300, 'withdrawal'],
    ['out with a minus', ['-300', ''], -300, 'withdrawal'],
    ['out and taken back', ['300', '', '沖正'], -300, 'reversal'],
    ['in below zero', ['', '-1500'], -1500, 'reversal'],
    ['in and out', ['', ''], 0, 'zero'],
  ])('with money %s', (_, [debit = '', credit = '', memo = ''], amount, aside) => {
    const { lines } = read(['2026/12/01', debit, credit, '', '', memo]);
    expect(lines).toMatchObject([{ amount, aside }]);
  });

  test.each([
    ['1500', 1500, null],
    ['-1500', -1500, 'withdrawal'],
  ])('with one column of amounts: %s', (cell, amount, aside) => {
    const { lines } = read(['2026/12/01', cell], { debit: null, credit: null, amount: 1 });
    expect(lines).toMatchObject([{ amount, aside }]);
  });

  test.each([
    [['2026/02/30', '', '1500'], 'date'],
    [['2026/12/01', '', '1500.5'], 'cents'],
    [['2026/12/01', '一千', ''], 'amount'],
    [['2026/12/01', '', '1000000000'], 'too_large'],
  ])('%j is a fault: %s', (cells, fault) => {
    expect(read(cells)).toEqual({
      ...{ lines: [], unpaired: [] },
      faults: [{ row: 2, fault, text: cells.join(' ') }],
    });
  });

  test('with a replacement character is a line with a fault', () => {
    const named = ['2026/12/01', '', '1500', '', '王\ue000明', ''];
    const remarked = ['2026/12/01', '', '1500', '', '', '\ufffd'];
    for (const cells of [named, remarked]) {
      const { lines, faults } = read(cells);
      expect([lines.length, faults.map(({ fault }) => fault)]).toEqual([1, ['private_use']]);
    }
  });

  test('of totals is no line, nor is the header', () => {
    expect(read(['合計', '', '1500'])).toEqual({ lines: [], unpaired: [], faults: [] });
    expect(readLines([['2026/12/01', '', '1500']], shape).lines).toEqual([]);
  });

  test('with a fault is shown in part', () => {
    const [fault] = read(['2026/13/01', '長'.repeat(300)]).faults;
    expect(fault?.text).toHaveLength(200);
  });
});

const lineOf = (overrides: Partial<ReadLine>): ReadLine => ({
  ...{ row: 1, day: '2026-12-01', amount: 1500, digits: '12345', name: '王小明', memo: null },
  ...{ balance: null, aside: null },
  ...overrides,
});

const reversal = lineOf({ row: 9, day: '2026-12-02', amount: -1500, aside: 'reversal' });
const reversedBy = (...lines: ReadLine[]) =>
  pairReversals(lines).lines.flatMap(({ row, aside }) => (aside === 'reversed' ? [row] : []));

describe('a reversal', () => {
  test.each<[string, boolean, Partial<ReadLine>]>([
    ['the same amount, account and name', true, {}],
    ['another amount', false, { amount: 1400 }],
    ['a later day', false, { day: '2026-12-03' }],
    ['the same day', true, { day: '2026-12-02' }],
    ['another account', false, { digits: '54321' }],
    ['no account', true, { digits: null }],
    ['another name', false, { name: '陳大同' }],
    ['no name', true, { name: null }],
    ['a line that is no deposit', false, { aside: 'by_hand' }],
  ])('takes back a deposit of %s: %s', (_, expected, deposit) => {
    const { unpaired } = pairReversals([lineOf(deposit), reversal]);
    expect(reversedBy(lineOf(deposit), reversal)).toEqual(expected ? [1] : []);
    expect(unpaired).toEqual(expected ? [] : [reversal]);
  });

  test('without account or name takes back any', () => {
    expect(reversedBy(lineOf({}), { ...reversal, digits: null, name: null })).toEqual([1]);
  });

  test.each([
    ['the later day', { row: 1, day: '2026-12-02' }, { row: 2, day: '2026-12-01' }, 1],
    ['the later day, in any order', { row: 1, day: '2026-12-01' }, { row: 2, day: '2026-12-02' }, 2],
    ['the later row of a day', { row: 1 }, { row: 2 }, 2],
    ['the later row of a day, in any order', { row: 2 }, { row: 1 }, 2],
  ])('of two deposits takes back that of %s', (_, one, other, row) => {
    expect(reversedBy(lineOf(one), lineOf(other), reversal)).toEqual([row]);
  });

  test('takes back one deposit, and the next one another', () => {
    const deposits = [lineOf({ row: 1 }), lineOf({ row: 2 })];
    expect(reversedBy(...deposits, reversal, { ...reversal, row: 10 })).toEqual([1, 2]);
    const { unpaired } = pairReversals([lineOf({}), reversal, { ...reversal, row: 10 }]);
    expect(unpaired.map(({ row }) => row)).toEqual([10]);
  });
});
