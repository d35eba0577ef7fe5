import { STATEMENT_COLUMNS, type StatementShape } from '@portal/contract/office/statement-shape';
import { readAmount, readDay } from './read-lines.ts';

type Columns = StatementShape['columns'];
type Rows = readonly (readonly string[])[];

/** The headings of each column, the most distinctive first. */
const words = {
  date: [/^(交易|帳務|記帳|入帳|計息|起息)?日期?$/, /日期/],
  credit: [/(存入|收入|貸方|轉入|存款|入帳金額)(?!.*(帳號|戶))/],
  debit: [/(支出|提出|借方|轉出|提款|支取)(?!.*(帳號|戶))/],
  amount: [/^(交易|異動)?金額/, /金額/],
  balance: [/餘額|結餘/],
  account: [/末五碼|後五碼|轉出入?帳號|對方帳號|匯款人?帳號|來源帳號|交易帳號|存匯代號/, /帳號|帳戶/],
  name: [/匯款人|付款人|對方戶名|轉帳人|戶名|姓名/],
  memo: [/摘要|備註|附言|註記|說明|交易資訊|存摺備註/],
} as const;

type Known = keyof typeof words;

const wordOf = (cell: string): string => cell.normalize('NFKC').replace(/\s+/g, '');

type Taken = readonly (number | null)[];

const findColumn = (head: readonly string[], kind: Known, taken: Taken): number | null => {
  for (const word of words[kind]) {
    const at = head.findIndex((cell, column) => !taken.includes(column) && word.test(wordOf(cell)));
    if (at >= 0) return at;
  }
  return null;
};

const headScore = (row: readonly string[]): number =>
  Object.keys(words).filter((kind) => findColumn(row, kind as Known, []) !== null).length;

const findHead = (rows: Rows): number => {
  const scores = rows.slice(0, 30).map((row) => (row.length > 1 ? headScore(row) : 0));
  const best = Math.max(0, ...scores);
  return best >= 2 ? scores.indexOf(best) : -1;
};

const isFilled = (row: readonly string[]): boolean => row.filter(Boolean).length > 1;

const shareOf = (rows: Rows, column: number, fits: (cell: string) => boolean): number => {
  const cells = rows.slice(0, 50).map((row) => row[column] ?? '');
  return cells.filter(fits).length / Math.max(1, cells.length);
};

const isDay = (cell: string) => readDay(cell, 'western') !== null;
const isAmount = (cell: string) => cell !== '' && typeof readAmount(cell) === 'number';

const widthOf = (rows: Rows): number =>
  Math.min(STATEMENT_COLUMNS, Math.max(1, ...rows.slice(0, 60).map(({ length }) => length)));

const byValues = (rows: Rows, fits: (cell: string) => boolean, taken: Taken): number | null => {
  const columns = [...Array(widthOf(rows)).keys()].filter((column) => !taken.includes(column));
  const best = columns.reduce<number | null>(
    (found, column) =>
      shareOf(rows, column, fits) > (found === null ? 0.5 : shareOf(rows, found, fits)) ? column : found,
    null,
  );
  return best;
};

const guessColumns = (head: readonly string[], body: Rows): Columns => {
  const taken: (number | null)[] = [];
  const take = (column: number | null): number | null => {
    taken.push(column);
    return column;
  };
  const date = take(findColumn(head, 'date', taken) ?? byValues(body, isDay, taken)) ?? 0;
  const credit = take(findColumn(head, 'credit', taken));
  const debit = take(findColumn(head, 'debit', taken));
  const balance = take(findColumn(head, 'balance', taken));
  const hasBoth = credit !== null;
  const amount = hasBoth ? null : take(findColumn(head, 'amount', taken) ?? byValues(body, isAmount, taken));
  const account = take(findColumn(head, 'account', taken));
  const name = take(findColumn(head, 'name', taken));
  const memo: number[] = [];
  for (
    let at = take(findColumn(head, 'memo', taken));
    at !== null;
    at = take(findColumn(head, 'memo', taken))
  ) {
    if (memo.length < 4) memo.push(at);
  }
  // Some banks write the account into a remark: take the column that mostly holds long numbers.
  const isNumber = (cell: string) => /\d{5}/.test(cell);
  const [inRemark = null] = memo.toSorted((a, b) => shareOf(body, b, isNumber) - shareOf(body, a, isNumber));
  return { date, credit, debit, amount, balance, account: account ?? inRemark, name, memo };
};

const guessDates = (rows: Rows, column: number): StatementShape['dates'] => {
  const isMinguo = (cell: string) =>
    /^(民國)?\d{2,3}[-/.年]\d|^\d{7}(\D|$)|^\d{6}(\D|$)/.test(cell.normalize('NFKC').trim());
  return shareOf(rows, column, isMinguo) > 0.3 ? 'minguo' : 'western';
};

type Found = Pick<StatementShape, 'encoding'> & { readonly rows: Rows; readonly separator: string };

export const guessShape = ({ rows, encoding, separator }: Found): StatementShape => {
  const headAt = findHead(rows);
  const firstFilled = rows.findIndex(isFilled);
  const skip = Math.min(200, headAt >= 0 ? headAt + 1 : Math.max(0, firstFilled));
  const body = rows.slice(skip).filter(isFilled);
  const columns = guessColumns(rows[headAt] ?? [], body);
  return {
    encoding,
    separator: separator as StatementShape['separator'],
    skip,
    dates: guessDates(body, columns.date),
    columns,
  };
};
