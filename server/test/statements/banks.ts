import { writeXlsx } from 'hucre/xlsx';
import { encodeBig5 } from '../../demo/big5.ts';
import type { CaseLine } from './cases.ts';

/* Files in the shapes that five banks of Taiwan describe in public. */

export interface Bank {
  readonly name: string;
  readonly extension: 'csv' | 'xlsx';
  /** Rows before the first line. */
  readonly head: readonly (readonly string[])[];
  /** `balance`: after the line. */
  row(line: CaseLine, at: number, balance: number): readonly (string | number)[];
  readonly foot: readonly (readonly string[])[];
  encode(rows: readonly (readonly (string | number)[])[]): Promise<Buffer>;
}

const minguo = (day: string, between: string): string =>
  `${Number(day.slice(0, 4)) - 1911}${between}${day.slice(5, 7)}${between}${day.slice(8)}`;

const thousands = (amount: number): string => (amount === 0 ? '' : Math.abs(amount).toLocaleString('en-US'));
const into = (amount: number): number => Math.max(0, amount);
const out = (amount: number): number => Math.max(0, -amount);

const quoted = (cell: string | number): string =>
  /[",]/.test(`${cell}`) && !`${cell}`.startsWith('="') ? `"${cell}"` : `${cell}`;
const csv = (rows: readonly (readonly (string | number)[])[], separator = ',') =>
  `${rows.map((row) => row.map(quoted).join(separator)).join('\r\n')}\r\n`;

export const banks: readonly Bank[] = [
  {
    name: 'post',
    extension: 'csv',
    head: [
      ['查詢帳號', '0001234-0567890'],
      ['日期', '時間', '摘要', '提款', '存款', '結餘', '備註', '轉出帳號'],
    ],
    row: ({ day, amount, account, name, memo }, at, balance) => [
      minguo(day, ''),
      `09:${10 + (at % 50)}:00`,
      memo,
      thousands(out(amount)),
      thousands(into(amount)),
      thousands(balance),
      name,
      account,
    ],
    foot: [['合計', '', '', '', '', '', '', '']],
    encode: async (rows) => encodeBig5(csv(rows)),
  },
  {
    name: 'taiwan',
    extension: 'csv',
    head: [
      ['存款交易明細查詢'],
      ['帳號：', '="012001234567"'],
      [],
      ['交易日期', '摘要', '支出金額', '存入金額', '餘額', '對方帳號', '對方戶名'],
    ],
    row: ({ day, amount, account, name, memo }, _, balance) => [
      minguo(day, '/'),
      memo,
      thousands(out(amount)),
      thousands(into(amount)),
      `${balance}.00`,
      account === '' ? '' : `="${account}"`,
      name,
    ],
    foot: [],
    encode: async (rows) => encodeBig5(csv(rows)),
  },
  {
    name: 'cathay',
    extension: 'csv',
    head: [
      ['帳戶明細'],
      ['幣別', 'TWD'],
      ['帳務日期', '交易日期', '說明', '提出', '存入', '餘額', '交易資訊', '備註', '匯款人'],
    ],
    row: ({ day, amount, account, name, memo }, at, balance) => [
      day.replaceAll('-', '/'),
      `${day.replaceAll('-', '/')} 10:${10 + (at % 50)}`,
      memo,
      thousands(out(amount)),
      thousands(into(amount)),
      thousands(balance),
      account,
      '',
      name,
    ],
    foot: [['', '', '共計', '', '', '', '', '', '']],
    encode: async (rows) => Buffer.from(`\ufeff${csv(rows)}`),
  },
  {
    name: 'ctbc',
    extension: 'xlsx',
    head: [['交易明細'], ['日期', '摘要', '支出', '存入', '結餘', '備註', '轉出入帳號', '付款人']],
    row: ({ day, amount, account, name, memo }, _, balance) => [
      day,
      memo,
      out(amount) === 0 ? '' : out(amount),
      into(amount) === 0 ? '' : into(amount),
      balance,
      '',
      account,
      name,
    ],
    foot: [],
    encode: async (rows) =>
      Buffer.from(await writeXlsx({ sheets: [{ name: '明細', rows: rows.map((row) => [...row]) }] })),
  },
  {
    name: 'esun',
    extension: 'csv',
    head: [['交易日', '交易金額', '帳戶餘額', '摘要', '轉出帳號', '戶名']],
    row: ({ day, amount, account, name, memo }, _, balance) => [
      `${day.replaceAll('-', '')} 11:22`,
      `${amount}`,
      `${balance}`,
      memo,
      account,
      name,
    ],
    foot: [],
    encode: async (rows) => Buffer.from(csv(rows, '\t')),
  },
];
