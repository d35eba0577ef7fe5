import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { dayFilter, ExportedFile, exportFields, InOrganization } from './list.ts';
import { PaymentMethod } from './payment.ts';

/* How a statement is read. */

export const STATEMENT_COLUMNS = 40;

const wrong = '欄位設定不正確';
const column = z.int({ error: wrong }).check(z.minimum(0), z.maximum(STATEMENT_COLUMNS - 1));
const maybeColumn = z.nullable(column);
const rowCount = z.int({ error: wrong }).check(z.minimum(0), z.maximum(200));
const words = z
  .array(z.string({ error: wrong }).check(z.minLength(1), z.maxLength(20)))
  .check(z.maxLength(12));

export const encodings = ['utf-8', 'big5'] as const;
export const separators = [',', ';', '\t', '|'] as const;
/** The order of day, month and year where a date could be read in several ways. `auto`: such dates are faults. */
export const dateOrders = ['auto', 'western', 'minguo', 'day_first', 'month_first'] as const;
/** `balance`: amounts have no sign, and the balance of each line says whether money came or went. */
export const amountSigns = ['plain', 'inverted', 'balance'] as const;

/** Columns count from 0; null: none. */
export const StatementShape = z.object({
  encoding: z.enum(encodings, { error: wrong }),
  separator: z.enum(separators, { error: wrong }),
  /** The name of the sheet; null: the first one with a table. */
  sheet: z.nullable(z.string({ error: wrong }).check(z.maxLength(100))),
  /** Rows before the first transaction. */
  skip: rowCount,
  /** Rows after the last one. */
  skipEnd: rowCount,
  dates: z.enum(dateOrders, { error: wrong }),
  /** Amounts are written in hundredths of a dollar, without a point. */
  hundredths: z.boolean({ error: wrong }),
  /** How the column `amount` marks money in. */
  sign: z.enum(amountSigns, { error: wrong }),
  /** The words for money in and money out in the column `direction`. */
  direction: z.object({ in: words, out: words }),
  columns: z.object({
    date: column,
    /** Separate columns, or one with a sign or a direction. */
    credit: maybeColumn,
    debit: maybeColumn,
    amount: maybeColumn,
    direction: maybeColumn,
    currency: maybeColumn,
    balance: maybeColumn,
    account: maybeColumn,
    name: maybeColumn,
    memo: z.array(column).check(z.maxLength(4)),
  }),
});
export type StatementShape = z.infer<typeof StatementShape>;

/* Statements. */

const STATEMENT_BYTES = 5 * 1024 * 1024;
export const STATEMENT_LINES = 20_000;
export const PREVIEW_ROWS = 12;

const AccountId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const StatementAccount = z.object({
  id: z.int(),
  bank: z.string(),
  holder: z.string(),
  number: z.string(),
  organization: z.string(),
  openLines: z.int(),
  openReports: z.int(),
  lastImport: z.nullable(
    z.object({
      id: z.int(),
      at: z.string(),
      by: z.nullable(z.string()),
      fileName: z.string(),
      /** Lines. */
      added: z.int(),
    }),
  ),
  can: z.object({ import: z.boolean(), confirm: z.boolean() }),
});
export type StatementAccount = z.infer<typeof StatementAccount>;

export const statementAccounts = endpoint({
  method: 'GET',
  path: '/api/office/statement-accounts',
  access: 'statement.read',
  summary: '可對帳的匯款帳戶',
  query: z.object(InOrganization),
  answer: z.array(StatementAccount),
  refusals: [],
});

export const setAsideNames = {
  withdrawal: '支出',
  zero: '金額為 0',
  reversal: '沖正',
  reversed: '已被沖正',
  by_hand: '非繳費款項',
} as const;
const SetAsideKind = z.enum(['withdrawal', 'zero', 'reversal', 'reversed', 'by_hand']);

export const StatementLine = z.object({
  id: z.int(),
  row: z.int(),
  day: z.string(),
  amount: z.int(),
  /** The last digits of the payer's account. */
  digits: z.nullable(z.string()),
  /** Others that may be; `?` stands for a hidden digit. */
  maybeDigits: z.array(z.string()),
  name: z.nullable(z.string()),
  memo: z.nullable(z.string()),
});
export type StatementLine = z.infer<typeof StatementLine>;

export const rowFaults = {
  date: '日期無法辨識',
  ambiguous_date: '日期可能是不同的日子，請選擇日期格式',
  late: '日期晚於明天',
  amount: '金額無法辨識',
  cents: '金額含有小數',
  too_large: '金額過大',
  hundredths: '金額可能以百分之一元為單位，請確認設定',
  direction: '看不出是存入或支出，請設定收支方向',
  both_amounts: '同一列同時有存入與支出金額',
  extra_cells: '欄數比表頭多，金額可能未加引號',
  quote: '引號未成對',
  name_number: '戶名欄為數字，欄位可能錯開',
  private_use: '含有無法辨識的造字，請核對姓名',
} as const;

export const skipReasons = {
  head: '表頭與說明',
  end: '結尾列',
  blank: '空白列',
  balance: '期初、期末或承前頁餘額',
  total: '合計',
  currency: '外幣',
  remark: '沒有日期與金額',
  no_amount: '沒有金額',
} as const;

const namesOf = <K extends string>(names: Readonly<Record<K, string>>) => Object.keys(names) as [K, ...K[]];

/** Only `private_use` rows are imported. */
const RowFault = z.object({ row: z.int(), fault: z.enum(namesOf(rowFaults)), text: z.string() });

const SkippedRow = z.object({ row: z.int(), reason: z.enum(namesOf(skipReasons)), text: z.string() });

/** Previous balance + amount = balance. `row`: the first where this breaks. */
const BalanceCheck = z.discriminatedUnion('state', [
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('holds') }),
  z.object({
    state: z.literal('broken'),
    breaks: z.int(),
    hint: z.enum(['swapped', 'direction', 'missing']),
    row: z.int(),
    expected: z.int(),
    found: z.int(),
  }),
]);

/** Reasons against an import. `doubles`: other lines of the account have the same day and amount. */
const Problem = z.enum(['balance', 'totals', 'doubles']);

export const StatementPreview = z.object({
  shape: StatementShape,
  /** `new`: the account has other formats. */
  origin: z.enum(['given', 'remembered', 'new', 'first']),
  /** The names of the columns. */
  head: z.array(z.string()),
  /** The heads of the format that was used last, if this one is new. */
  formerHead: z.nullable(z.array(z.string())),
  /** The names of the sheets that a workbook shows; empty for other files. */
  sheets: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** From 1. */
  firstRow: z.int(),
  lines: z.array(z.extend(z.omit(StatementLine, { id: true }), { aside: z.nullable(SetAsideKind) })),
  /** `rows` = lines (`total`), `skipped` and `faults`. */
  counts: z.object({
    rows: z.int(),
    skipped: z.int(),
    total: z.int(),
    deposits: z.int(),
    aside: z.int(),
    faults: z.int(),
    known: z.int(),
    doubles: z.int(),
  }),
  faults: z.array(RowFault),
  /** The rows that were skipped, but not blank ones. */
  skipped: z.array(SkippedRow),
  balance: BalanceCheck,
  /** Totals in the file that are not those of its lines. */
  totals: z.array(z.object({ row: z.int(), written: z.int(), counted: z.int() })),
  problems: z.array(Problem),
  from: z.nullable(z.string()),
  until: z.nullable(z.string()),
  /** When the same file was imported before; null if it was not. */
  importedAt: z.nullable(z.string()),
  /** The days have other lines, and none of this file: perhaps the columns are wrong. */
  suspicious: z.boolean(),
});
export type StatementPreview = z.infer<typeof StatementPreview>;

const statementFile = {
  maxBytes: STATEMENT_BYTES,
  tooLargeRefusal: 'statement_too_large',
  notAFileRefusal: 'statement_missing',
} as const;

const ofFile = { access: 'statement.import', params: AccountId, multipart: statementFile } as const;

const jsonShape = z.pipe(
  z.string({ error: wrong }),
  z.transform((value, ctx): unknown => {
    try {
      return JSON.parse(value);
    } catch {
      ctx.issues.push({ code: 'custom', message: wrong, input: value });
      return z.NEVER;
    }
  }),
);

const fileFaults = [
  'not_found',
  'statement_missing',
  'statement_too_large',
  'statement_old_excel',
  'statement_web_page',
  'statement_protected',
  'statement_blanks',
  'statement_unreadable',
  'statement_too_many_lines',
] as const;

export const previewStatement = endpoint({
  ...ofFile,
  method: 'POST',
  path: '/api/office/statement-accounts/:id/preview',
  summary: '預覽對帳單檔案，未指定格式時自動判斷',
  body: z.object({ shape: z.optional(z.pipe(jsonShape, StatementShape)) }),
  answer: StatementPreview,
  refusals: fileFaults,
});

export const importStatement = endpoint({
  ...ofFile,
  method: 'POST',
  path: '/api/office/statement-accounts/:id/statements',
  summary: '匯入對帳單檔案；已匯入過的檔案與明細不重複計算',
  body: z.object({
    shape: z.pipe(jsonShape, StatementShape),
    /** `yes`: in spite of what the preview lists as problems. */
    acceptProblems: z.optional(z.literal('yes')),
  }),
  answer: z.object({
    id: z.int(),
    added: z.int(),
    known: z.int(),
    /** Known lines of which this file says more. */
    completed: z.int(),
    aside: z.int(),
    reversedUsed: z.array(StatementLine),
  }),
  refusals: [...fileFaults, 'statement_known', 'statement_faulty', 'statement_empty', 'statement_unproven'],
});

export const takeBackStatement = endpoint({
  method: 'POST',
  path: '/api/office/statements/:id/take-back',
  access: 'statement.import',
  summary: '收回最近一次匯入：明細皆未使用時，可重新匯入檔案',
  params: AccountId,
  answer: z.object({}),
  refusals: ['not_found', 'statement_used', 'statement_not_last'],
});

export const Fit = z.enum(['yes', 'near', 'no', 'unknown']);
export type Fit = z.infer<typeof Fit>;

export const Fact = z.object({
  about: z.enum(['amount', 'digits', 'day', 'name', 'class']),
  fit: Fit,
  how: z.enum([
    'equal',
    'sum',
    'several_lines',
    'as_reported',
    'fee_deducted',
    'short',
    'over',
    'zero_dropped',
    'in_text',
    'masked',
    'swapped',
    'one_off',
    'similar',
    'far',
    'missing',
    'different',
  ]),
  /** Dollars missing (below 0) or too many, or days between. */
  by: z.int(),
});
export type Fact = z.infer<typeof Fact>;

export const OpenReport = z.object({
  id: z.int(),
  class: z.object({ code: z.string(), course: z.string() }),
  day: z.string(),
  digits: z.string(),
  money: z.int(),
  name: z.string(),
  /** The amount that is expected. */
  due: z.int(),
  /** The part of `due` for registrations that were cancelled since: it goes back. */
  returned: z.int(),
  /** Received before. */
  partialPaid: z.int(),
  group: z.nullable(z.string()),
  registrations: z.array(
    z.object({ id: z.int(), personId: z.int(), name: z.string(), isCancelled: z.boolean() }),
  ),
  reportedAt: z.string(),
});
export type OpenReport = z.infer<typeof OpenReport>;

const Candidate = z.object({
  reportIds: z.array(z.int()),
  alsoLineIds: z.array(z.int()),
  score: z.int(),
  facts: z.array(Fact),
});

export const UnmatchedLine = z.object({
  lineId: z.int(),
  /** The line may be of these people, of whom all or some have paid already. */
  paid: z.nullable(
    z.object({
      /** The day of the earlier payment. */
      day: z.string(),
      /** The line has this in common with the earlier payment, or with the report. */
      by: z.enum(['digits', 'name']),
      /** `due` is owed by the person, `refund` to the person. */
      registrations: z.array(
        z.object({
          id: z.int(),
          personId: z.int(),
          name: z.string(),
          code: z.string(),
          isPaid: z.boolean(),
          due: z.int(),
          refund: z.int(),
        }),
      ),
    }),
  ),
});
export type UnmatchedLine = z.infer<typeof UnmatchedLine>;

/** The counts are complete. */
export const MATCH_ROWS = 300;

export const Matches = z.object({
  account: StatementAccount,
  certain: z.array(z.object({ lineId: z.int(), reportId: z.int() })),
  possible: z.array(z.extend(UnmatchedLine, { candidates: z.array(Candidate) })),
  lines: z.array(UnmatchedLine),
  reports: z.array(z.int()),
  counts: z.object({ certain: z.int(), possible: z.int(), lines: z.int(), reports: z.int() }),
  allLines: z.array(StatementLine),
  allReports: z.array(OpenReport),
});
export type Matches = z.infer<typeof Matches>;

export const statementMatches = endpoint({
  method: 'GET',
  path: '/api/office/statement-accounts/:id/matches',
  access: 'statement.read',
  summary: '對帳結果：確定、可能與無法配對',
  params: AccountId,
  answer: Matches,
  refusals: ['not_found'],
});

const rowId = z.int().check(z.positive());

export const confirmCertain = endpoint({
  method: 'POST',
  access: 'payment.confirm',
  path: '/api/office/statement-accounts/:id/confirm',
  summary: '整批確認「確定」的款項；逐筆回覆結果',
  params: AccountId,
  body: z.object({
    pairs: z
      .array(z.object({ lineId: rowId, reportId: rowId }), { error: '請選擇款項' })
      .check(z.minLength(1, { error: '請選擇款項' }), z.maxLength(MATCH_ROWS)),
  }),
  answer: z.object({
    results: z.array(
      z.object({
        lineId: z.int(),
        done: z.boolean(),
        why: z.nullable(z.string()),
        paymentId: z.nullable(z.int()),
      }),
    ),
  }),
  refusals: ['not_found'],
});

const asideReason = text({ label: '原因', max: 200 });

export const setLineAside = endpoint({
  method: 'POST',
  path: '/api/office/statement-lines/:id/aside',
  access: 'payment.confirm',
  summary: '將明細列為非繳費款項',
  params: AccountId,
  body: z.object({ reason: asideReason }),
  answer: z.object({}),
  refusals: ['not_found', 'line_used'],
});

export const takeLineBack = endpoint({
  method: 'POST',
  path: '/api/office/statement-lines/:id/take-back',
  access: 'payment.confirm',
  summary: '將列為非繳費款項的明細恢復為待對帳',
  params: AccountId,
  answer: z.object({}),
  refusals: ['not_found'],
});

const Sum = z.object({ count: z.int(), sum: z.int() });
/** `all`: every line, the sum of the next four. `received`: money without a line. `refunded`: money paid back. */
const Sums = z.object({
  ...{ all: Sum, matched: Sum, open: Sum, aside: Sum, withdrawn: Sum },
  ...{ received: Sum, refunded: Sum },
});
export type Sums = z.infer<typeof Sums>;

/** Somebody for whom money was paid. */
const SheetPerson = z.object({ personId: z.int(), name: z.string(), code: z.string() });
export type SheetPerson = z.infer<typeof SheetPerson>;

export const SheetLine = z.extend(StatementLine, {
  state: z.enum(['matched', 'open', 'aside', 'withdrawn']),
  aside: z.nullable(SetAsideKind),
  asideReason: z.nullable(z.string()),
  payment: z.nullable(
    z.object({ id: z.int(), kind: z.enum(['full', 'partial', 'surplus']), for: z.array(SheetPerson) }),
  ),
});
export type SheetLine = z.infer<typeof SheetLine>;

/** A payment in cash or at the counter, or a refund that was paid. */
export const SheetEntry = z.object({
  id: z.int(),
  amount: z.int(),
  for: z.array(SheetPerson),
  note: z.nullable(z.string()),
});
export const SheetReceipt = z.extend(SheetEntry, { method: PaymentMethod });
export type SheetEntry = z.infer<typeof SheetEntry>;
export type SheetReceipt = z.infer<typeof SheetReceipt>;

export const SHEET_DAYS = 31;

const range = { from: dayFilter, until: dayFilter };

const SheetDay = z.object({
  day: z.string(),
  sums: Sums,
  lines: z.array(SheetLine),
  received: z.array(SheetReceipt),
  refunded: z.array(SheetEntry),
});

export const daySheet = endpoint({
  method: 'GET',
  path: '/api/office/statement-accounts/:id/day-sheet',
  access: 'statement.read',
  summary: '日結表：各日對帳單明細、現金與臨櫃收款、退費與合計；未指定日期時為最近一個有紀錄的日子',
  params: AccountId,
  query: z.object(range),
  answer: z.object({
    account: StatementAccount,
    from: z.nullable(z.string()),
    until: z.nullable(z.string()),
    days: z.array(SheetDay),
    total: Sums,
  }),
  refusals: ['not_found', 'sheet_too_long'],
});

export const exportDaySheet = endpoint({
  method: 'POST',
  path: '/api/office/statement-accounts/:id/day-sheet/export',
  access: 'export.list',
  summary: '匯出日結表；每次匯出皆留下紀錄',
  params: AccountId,
  body: z.object({ ...range, ...exportFields }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'not_found', 'sheet_too_long'],
});
