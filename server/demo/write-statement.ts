import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { addDays } from '@portal/contract/dates';
import { eq } from 'drizzle-orm';
import { bankAccounts } from '../src/catalogue/tables.ts';
import type { Services } from '../src/platform/services.ts';
import { type OpenReport, parseReports } from '../src/statements/matching/open-items.ts';
import { findOpenItems } from '../src/statements/queries.ts';
import { encodeBig5 } from './big5.ts';
import { bankAccount } from './content.ts';

const STATEMENT_FILE = 'demo-statement.csv';

interface Row {
  readonly day: string;
  readonly out?: number;
  readonly in?: number;
  readonly account?: string;
  readonly name?: string;
  readonly memo?: string;
}

const minguo = (day: string): string =>
  `${Number(day.slice(0, 4)) - 1911}/${day.slice(5, 7)}/${day.slice(8)}`;

const swapped = (digits: string): string => `${digits.slice(0, 3)}${digits[4]}${digits[3]}`;

/** How the money of each report came: mostly as reported, now and then with what makes a cashier look twice. */
const rowsOf = ({ day, digits, due, name, registrations }: OpenReport, at: number): Row[] => {
  const plain = { day, in: due, account: `0081234567${digits}`, name, memo: '跨行轉入' };
  const person = registrations[0]?.name ?? name;
  if (digits.startsWith('0') && at > 0 && at % 2 === 0)
    return [{ ...plain, account: digits.replace(/^0+/, '') }];
  const ways: readonly Row[][] = [
    [plain],
    [plain],
    [{ ...plain, in: due - 15 }],
    [plain],
    [{ ...plain, account: `0081234567${swapped(digits)}` }],
    [{ ...plain, account: '', name: '', memo: `臨櫃存入 ${person}` }],
    [plain, { ...plain, day: addDays(day, 1) }],
    [{ ...plain, in: due - 100 }],
    [plain],
    [],
  ];
  return ways[at % ways.length] ?? [];
};

const others = (day: string): Row[] => [
  { day, in: 312, memo: '存款息' },
  { day, out: 12_000, memo: '場地費' },
  { day, in: 1500, account: '0081234567777', name: '陳冠宇', memo: '跨行轉入' },
  { day, out: 1500, account: '0081234567777', name: '陳冠宇', memo: '沖正' },
];

const csvOf = (rows: readonly Row[]): string => {
  let balance = 250_000;
  const lines = rows.map(({ day, out = 0, in: into = 0, account = '', name = '', memo = '' }) => {
    balance += into - out;
    const amount = (dollars: number) => (dollars === 0 ? '' : `"${dollars.toLocaleString('en-US')}"`);
    const number = account === '' ? '' : `="${account}"`;
    return [minguo(day), memo, amount(out), amount(into), amount(balance), number, name].join(',');
  });
  return [
    `${bankAccount.bank} 存款交易明細`,
    `帳號,${bankAccount.number},戶名,${bankAccount.holder}`,
    '交易日期,摘要,支出金額,存入金額,餘額,轉出帳號,戶名',
    ...lines,
    `合計,,,,"${balance.toLocaleString('en-US')}"`,
    '',
  ].join('\r\n');
};

/** Writes an example of a bank's file that fits the payment reports of the demo data, for trying 繳費對帳 by hand. */
export const writeDemoStatement = async ({ db, config }: Services): Promise<void> => {
  const [account] = await db
    .select({ id: bankAccounts.id, organizationId: bankAccounts.organizationId })
    .from(bankAccounts)
    .where(eq(bankAccounts.number, bankAccount.number));
  if (!account) return;
  const reports = parseReports((await findOpenItems(db, account)).reports);
  const rows = reports.flatMap(rowsOf);
  const [first] = reports;
  const all = [...rows, ...others(first?.day ?? '2026-01-01')].toSorted((a, b) => (a.day < b.day ? -1 : 1));
  await mkdir(config.dataDir, { recursive: true });
  await writeFile(path.join(config.dataDir, STATEMENT_FILE), encodeBig5(csvOf(all)));
};
