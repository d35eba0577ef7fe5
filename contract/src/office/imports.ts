import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { StartedJob } from './jobs.ts';
import { ExportedFile } from './list.ts';
import { encodings, separators } from './statements.ts';

export const importKinds = ['people', 'certificates', 'groups', 'members', 'classes'] as const;
export type ImportKind = (typeof importKinds)[number];

export const importKindNames: Readonly<Record<ImportKind, string>> = {
  people: '學員',
  certificates: '證照',
  groups: '團體與成員',
  members: '一個團體的成員',
  classes: '過去的課程與成績',
};

/** Kinds of a file that belongs to one group, which is chosen before. */
export const isOfGroup = (kind: ImportKind): boolean => kind === 'members';

const wrong = '欄位設定不正確';
const ImportKindChoice = z.enum(importKinds, { error: '請選擇匯入的資料種類' });

interface ImportField {
  readonly label: string;
  readonly required?: true;
}

/** The columns that a file of each kind may have, in the order of its template. */
export const importFields = {
  people: {
    identity: { label: '證號', required: true },
    chineseName: { label: '中文姓名', required: true },
    birthday: { label: '出生日期', required: true },
    englishName: { label: '英文姓名' },
    sex: { label: '性別' },
    organization: { label: '會別' },
    email: { label: '電子郵件' },
    cellPhone: { label: '行動電話' },
    homePhone: { label: '住家電話' },
    companyPhone: { label: '公司電話' },
    city: { label: '縣市' },
    area: { label: '鄉鎮市區' },
    addressCode: { label: '郵遞區號' },
    address: { label: '地址' },
    employer: { label: '服務單位' },
    career: { label: '職業' },
    education: { label: '學歷' },
    educationStatus: { label: '就學狀況' },
    school: { label: '學校' },
    department: { label: '科系' },
  },
  certificates: {
    identity: { label: '證號', required: true },
    number: { label: '證書字號', required: true },
    course: { label: '訓練項目或證照種類', required: true },
    organization: { label: '發證會別', required: true },
    issuedOn: { label: '核發日期', required: true },
    endTime: { label: '有效期限' },
    chineseName: { label: '中文姓名' },
  },
  groups: {
    group: { label: '團體名稱', required: true },
    code: { label: '團體代碼' },
    organization: { label: '主管會別' },
    role: { label: '身分' },
    identity: { label: '證號' },
    chineseName: { label: '中文姓名' },
    birthday: { label: '出生日期' },
  },
  members: {
    role: { label: '身分' },
    identity: { label: '證號' },
    chineseName: { label: '中文姓名' },
    birthday: { label: '出生日期' },
  },
  classes: {
    course: { label: '訓練項目', required: true },
    organization: { label: '主辦會別', required: true },
    startOn: { label: '開課日期', required: true },
    endOn: { label: '結訓日期' },
    code: { label: '課程代碼' },
    hours: { label: '時數' },
    place: { label: '上課地點' },
    identity: { label: '證號' },
    chineseName: { label: '中文姓名' },
    birthday: { label: '出生日期' },
    result: { label: '結果' },
    score: { label: '成績' },
    written: { label: '學科成績' },
    practical: { label: '術科成績' },
    attendance: { label: '出席紀錄' },
    number: { label: '證書字號' },
    issuedOn: { label: '證書核發日期' },
    endTime: { label: '證書有效期限' },
  },
} as const satisfies Record<ImportKind, Record<string, ImportField>>;

export type FieldOf<K extends ImportKind> = keyof (typeof importFields)[K] & string;

export const fieldsOf = (kind: ImportKind): Readonly<Record<string, ImportField>> => importFields[kind];

export const IMPORT_COLUMNS = 60;
export const IMPORT_ROWS = 100_000;
const IMPORT_BYTES = 20 * 1024 * 1024;
export const IMPORT_PREVIEW_ROWS = 8;
/** The page shows so many rows of each verdict; the file of problems has all. */
export const IMPORT_ROWS_SHOWN = 50;
export const UNDO_DAYS = 7;

/** How a file is read. Columns count from 0. */
export const ImportShape = z.object({
  encoding: z.enum(encodings, { error: wrong }),
  separator: z.enum(separators, { error: wrong }),
  /** The name of the sheet; null: the first one with a table. */
  sheet: z.nullable(z.string({ error: wrong }).check(z.maxLength(100))),
  /** Rows before the first one of data. */
  skip: z.int({ error: wrong }).check(z.minimum(0), z.maximum(200)),
  /** The column of each field. */
  columns: z.record(
    z.string().check(z.maxLength(30)),
    z.int({ error: wrong }).check(z.minimum(0), z.maximum(IMPORT_COLUMNS - 1)),
  ),
});
export type ImportShape = z.infer<typeof ImportShape>;

export const ImportPreview = z.object({
  shape: ImportShape,
  origin: z.enum(['given', 'remembered', 'guessed']),
  head: z.array(z.string()),
  /** The names of the sheets of a workbook. */
  sheets: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** From 1. */
  firstRow: z.int(),
  /** Rows of data. */
  count: z.int(),
  /** Required fields without a column. */
  missing: z.array(z.string()),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

const importFile = {
  maxBytes: IMPORT_BYTES,
  tooLargeRefusal: 'import_too_large',
  notAFileRefusal: 'import_missing',
} as const;

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
  'import_missing',
  'import_too_large',
  'import_old_excel',
  'import_web_page',
  'import_protected',
  'import_unreadable',
  'import_too_many_rows',
] as const;

/** The group of an import of its members. */
const GroupId = z.coerce
  .number({ error: wrong })
  .check(z.int({ error: wrong }), z.positive({ error: wrong }));

export const previewImport = endpoint({
  method: 'POST',
  path: '/api/office/imports/preview',
  access: 'import.members',
  summary: '預覽要匯入的檔案，未指定欄位時自動判斷；不儲存任何資料',
  multipart: importFile,
  body: z.object({
    kind: ImportKindChoice,
    shape: z.optional(z.pipe(jsonShape, ImportShape)),
    group: z.optional(GroupId),
  }),
  answer: ImportPreview,
  refusals: [...fileFaults, 'not_found'],
});

/** The result of the dry run for a row. */
export const verdicts = ['new', 'changed', 'same', 'doubtful', 'wrong'] as const;
export type Verdict = (typeof verdicts)[number];

/** The result of the import for a row. `passed`: somebody else had made it meanwhile. */
export const rowOutcomes = ['made', 'filled', 'passed', 'removed', 'kept'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** `checking`: its rows are compared with what the portal has. */
export const importStates = ['checking', 'checked', 'started', 'finished', 'undoing', 'undone'] as const;
export type ImportState = (typeof importStates)[number];

const ShownRow = z.object({
  row: z.int(),
  /** Tells staff which row it is, without a whole identity number. */
  name: z.string(),
  problem: z.nullable(z.string()),
});

const ImportId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const ImportRow = z.object({
  id: z.int(),
  kind: ImportKindChoice,
  /** The group of an import of its members. */
  group: z.nullable(z.object({ id: z.int(), name: z.string() })),
  fileName: z.string(),
  state: z.enum(importStates),
  rows: z.int(),
  by: z.nullable(z.string()),
  createdAt: z.string(),
  startedAt: z.nullable(z.string()),
});
export type ImportRow = z.infer<typeof ImportRow>;

export const ImportDetail = z.extend(ImportRow, {
  verdicts: z.object({ new: z.int(), changed: z.int(), same: z.int(), doubtful: z.int(), wrong: z.int() }),
  /** Rows that are taken without some of their values. */
  partial: z.int(),
  outcomes: z.object({ made: z.int(), filled: z.int(), passed: z.int(), removed: z.int(), kept: z.int() }),
  /** The first ones of each. */
  shown: z.object({
    doubtful: z.array(ShownRow),
    wrong: z.array(ShownRow),
    partial: z.array(ShownRow),
    kept: z.array(ShownRow),
  }),
  /** Doubtful rows are imported, too. */
  takesDoubtful: z.boolean(),
  jobId: z.nullable(z.int()),
  undoUntil: z.nullable(z.string()),
  /** Whether its rows are still stored. */
  hasRows: z.boolean(),
  can: z.object({ start: z.boolean(), undo: z.boolean() }),
});
export type ImportDetail = z.infer<typeof ImportDetail>;

export const imports = endpoint({
  method: 'GET',
  path: '/api/office/imports',
  access: 'import.members',
  summary: '最近的資料匯入，新的在前',
  answer: z.array(ImportRow),
  refusals: [],
});

export const importDetail = endpoint({
  method: 'GET',
  path: '/api/office/imports/:id',
  access: 'import.members',
  summary: '一次匯入的試算與結果',
  params: ImportId,
  answer: ImportDetail,
  refusals: ['not_found'],
});

export const checkImport = endpoint({
  method: 'POST',
  path: '/api/office/imports',
  access: 'import.members',
  stepUp: true,
  summary: '上傳檔案並開始試算：與現有資料比對，不變更任何學員資料',
  multipart: importFile,
  body: z.object({
    kind: ImportKindChoice,
    shape: z.pipe(jsonShape, ImportShape),
    group: z.optional(GroupId),
  }),
  answer: z.object({ id: z.int() }),
  refusals: [...fileFaults, 'import_columns', 'import_empty', 'not_found'],
});

export const startImport = endpoint({
  method: 'POST',
  path: '/api/office/imports/:id/start',
  access: 'import.members',
  stepUp: true,
  summary: '開始匯入試算過的檔案',
  params: ImportId,
  body: z.object({ takesDoubtful: z.boolean({ error: wrong }) }),
  answerStatus: 202,
  answer: StartedJob,
  refusals: [
    'not_found',
    'import_started',
    'import_undone',
    'import_known',
    'import_nothing',
    'import_checking',
  ],
});

export const undoImport = endpoint({
  method: 'POST',
  path: '/api/office/imports/:id/undo',
  access: 'import.members',
  stepUp: true,
  summary: '復原整次匯入：匯入後未曾使用的資料將移除',
  params: ImportId,
  answerStatus: 202,
  answer: StartedJob,
  refusals: ['not_found', 'import_not_started', 'import_running', 'import_undone', 'import_undo_late'],
});

export const importProblems = endpoint({
  method: 'POST',
  path: '/api/office/imports/:id/problems',
  access: 'import.members',
  stepUp: true,
  summary: '下載需要修正的列與說明，含檔案原有內容',
  params: ImportId,
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['not_found', 'exports_busy'],
});

export const importTemplate = endpoint({
  method: 'POST',
  path: '/api/office/imports/template',
  access: 'import.members',
  summary: '下載匯入用的空白表格或範例',
  body: z.object({ kind: ImportKindChoice, example: z.boolean({ error: wrong }) }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});
