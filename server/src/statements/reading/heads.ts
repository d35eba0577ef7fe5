import { STATEMENT_COLUMNS } from '@portal/contract/office/statements';
import { compactText } from './plain-text.ts';

/* Pure. The heads of the columns in statements of Taiwanese banks. */

export type HeadKind =
  | 'date'
  | 'direction'
  | 'credit'
  | 'debit'
  | 'amount'
  | 'balance'
  | 'currency'
  | 'account'
  | 'name'
  | 'memo';

const MONEY = '(金額|款項?|數額?|額)?(\\(.*\\))?$';

/** The names of each kind, the most distinctive first. Columns are given to the kinds in this order. */
const patterns: Readonly<Record<HeadKind, readonly RegExp[]>> = {
  date: [
    /^(帳務|記帳|入帳)(日期?|時間)/,
    /^(實際)?交易(日期?|日期時間)$/,
    /^日期(時間)?$/,
    /^(?!.*(計息|起息|到期|生效|列印|查詢|票)).*日期?(時間)?(\(.*\))?$/,
    /^(交易時間|date|時間)$/i,
    /^(計息|起息)日期?$/,
  ],
  direction: [
    /^(借貸|存提|提存|收支|支收|支存|存支|收付|進出|存取|借\/貸|存\/提|收\/支)(別|註記|記號|代號|方|區分)?(\(.*\))?$/,
    /^(存入\/支出|支出\/存入|轉入\/轉出|存款\/提款|交易方向|收支方向|正負號)$/,
    /^(d\/?c|c\/?d|cr\/?dr|dr\/?cr)$/i,
    /^(交易|帳務)?(類別|別|區分)$/,
  ],
  credit: [
    new RegExp(`^(交易)?(存入|收入|貸方|轉入|存款|入帳|匯入|進帳)${MONEY}`),
    /^(credit|deposit)/i,
    /^存$/,
  ],
  debit: [
    new RegExp(`^(交易)?(支出|提出|借方|轉出|提款|支取|匯出|提取|付款|扣款)${MONEY}`),
    /^(debit|withdrawal)/i,
    /^支$/,
  ],
  balance: [/^(帳戶|存款|帳面|可用)?(餘額|結餘|結存)/, /餘額|結餘|結存|balance/i],
  amount: [/^(交易|異動|發生)?金額(\(.*\))?$/, /^[^種類銀行]*金額(\(.*\))?$/, /^amount/i],
  currency: [/^(幣別|幣種|currency)/i],
  account: [
    /(末|後)[五5]碼/,
    /(對方|轉出入|來源|付款|匯款人?|存匯|轉出|交易).*(帳號|帳戶|代號)/,
    /^轉入(帳號|帳戶)/,
    /^(帳號|帳戶|帳戶號碼)$/,
  ],
  name: [/^(匯款人|付款人|對方戶名|轉帳人|對方姓名)/, /^(戶名|姓名)/, /(戶名|姓名|匯款人|付款人)/],
  memo: [
    /^(交易)?摘要/,
    /^(存摺)?備註/,
    /附言|附註|註記/,
    /說明|交易資訊|用途|留言|訊息/,
    /^交易(明細|內容)$/,
  ],
};

const kinds: readonly HeadKind[] = Object.keys(patterns) as HeadKind[];

/** `【交易日期】` becomes `交易日期`. */
const headName = (cell: string | undefined): string => compactText(cell).replace(/^[【[]+|[】\]:]+$/g, '');

/** Whether the head names accounts without saying whose. */
export const isPlainAccount = (cell: string | undefined): boolean =>
  /^(帳號|帳戶|帳戶號碼)$/.test(headName(cell));

type Columns = Readonly<Record<Exclude<HeadKind, 'memo'>, number | null>> & {
  readonly memo: number[];
};

/** How well the name fits the kind: 0 fits best, -1 does not fit. */
const rank = (name: string, kind: HeadKind): number =>
  patterns[kind].findIndex((pattern) => pattern.test(name));

interface Ranked {
  readonly at: number;
  readonly name: string;
  readonly rank: number;
}

/** The columns that fit the kind, best first. Ties are decided by name before place. */
const rankedColumns = (names: readonly string[], kind: HeadKind, taken: ReadonlySet<number>): Ranked[] =>
  names
    .map((name, at) => ({ at, name, rank: rank(name, kind) }))
    .filter((each) => each.rank >= 0 && !taken.has(each.at))
    .toSorted((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : Number(a.name > b.name)));

const MAX_MEMO_COLUMNS = 4;

/** Returns the column of each kind. `fits`: whether the cells of the column can be of the kind. */
export const headColumns = (
  head: readonly string[],
  fits: (kind: HeadKind, column: number) => boolean,
): Columns => {
  const names = head.slice(0, STATEMENT_COLUMNS).map(headName);
  const taken = new Set<number>();
  const take = (kind: HeadKind): number | null => {
    const found = rankedColumns(names, kind, taken).find(({ at }) => fits(kind, at));
    if (found) taken.add(found.at);
    return found?.at ?? null;
  };
  const single = Object.fromEntries(
    kinds.filter((kind) => kind !== 'memo').map((kind) => [kind, take(kind)]),
  ) as Record<Exclude<HeadKind, 'memo'>, number | null>;
  const memo = rankedColumns(names, 'memo', taken).slice(0, MAX_MEMO_COLUMNS);
  return { ...single, memo: memo.map(({ at }) => at) };
};

/** The number of kinds of columns that the row names. */
export const headScore = (row: readonly string[]): number => {
  const names = row.map(headName);
  return kinds.filter((kind) => names.some((name) => rank(name, kind) >= 0)).length;
};

const HEAD_SEARCH_ROWS = 60;

/** Returns the index of the row with the names of the columns, or -1. */
export const findHead = (rows: readonly (readonly string[])[]): number => {
  const scores = rows.slice(0, HEAD_SEARCH_ROWS).map((row) => (row.length > 1 ? headScore(row) : 0));
  const best = Math.max(0, ...scores);
  return best >= 2 ? scores.indexOf(best) : -1;
};

/** The names of the columns in order, without empty ones at the end. */
export const headNames = (row: readonly string[] | undefined): string[] => {
  const names = (row ?? []).map(headName);
  return names.slice(0, names.findLastIndex((name) => name !== '') + 1);
};
