import * as z from 'zod/mini';
import { DOCUMENTS_AT_MOST } from '../documents.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, text } from '../fields.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import { htmlText } from './content.ts';

const wholeNumber = (label: string, least: number, most: number) => {
  const error = `${label}須為 ${least} 至 ${most} 的整數`;
  return z
    .pipe(
      z.union([z.int(), z.string().check(z.regex(/^[0-9]{1,9}$/))], {
        error: ({ input }) => (input === '' || input === undefined ? `請輸入${label}` : error),
      }),
      z.transform(Number),
    )
    .check(refuse((value: number) => (value < least || value > most ? error : null)));
};

/* Courses. */

export const SUBJECTS_MAX = 20;
const PREREQUISITES_MAX = 20;
export const subjectKinds = ['學科', '術科'] as const;

const Kind = z.object({ id: z.int(), name: z.string() });
const Named = z.object({ id: z.int(), name: z.string() });

export const CourseRow = z.object({
  id: z.int(),
  code: z.string(),
  name: z.string(),
  kind: z.string(),
  hours: z.int(),
  fee: z.int(),
  limitNumber: z.int(),
  subjects: z.int(),
  classes: z.int(),
});
export type CourseRow = z.infer<typeof CourseRow>;

const Subject = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(subjectKinds),
  fullScore: z.int(),
  passScore: z.int(),
});

const AskedDocument = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.nullable(z.string()),
  required: z.boolean(),
});

export const Course = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  name: z.string(),
  kind: Kind,
  hours: z.int(),
  /** Percent of the hours; 0: no rule. */
  attendanceMinimum: z.int(),
  fee: z.int(),
  limitNumber: z.int(),
  paymentDays: z.int(),
  html: z.string(),
  paidHtml: z.string(),
  info: z.string(),
  subjects: z.array(Subject),
  requires: z.array(Named),
  documents: z.array(AskedDocument),
});
export type Course = z.infer<typeof Course>;

const ofThing = z.optional(z.nullable(z.int({ error: '資料不正確' }).check(z.positive())));

const SubjectForm = z.object({
  id: ofThing,
  name: text({ label: '科目名稱', max: 40 }),
  kind: z.enum(subjectKinds, { error: '請選擇學科或術科' }),
  fullScore: wholeNumber('滿分', 1, 1000),
  passScore: wholeNumber('及格分數', 0, 1000),
});

const DocumentForm = z.object({
  id: ofThing,
  name: text({ label: '文件名稱', max: 40 }),
  hint: optionalText({ label: '說明', max: 200 }),
  required: z.boolean({ error: '請選擇是否必備' }),
});

const hasDouble = (names: readonly { readonly name: string }[]): boolean =>
  new Set(names.map(({ name }) => name)).size < names.length;

const subjectsFault = (subjects: readonly z.infer<typeof SubjectForm>[]): string | null => {
  if (subjects.length > SUBJECTS_MAX) return `科目以 ${SUBJECTS_MAX} 科為限`;
  if (subjects.some(({ fullScore, passScore }) => passScore > fullScore)) return '及格分數不得高於滿分';
  return hasDouble(subjects) ? '科目名稱不得重複' : null;
};

const documentsFault = (documents: readonly z.infer<typeof DocumentForm>[]): string | null => {
  if (documents.length > DOCUMENTS_AT_MOST) return `應備文件以 ${DOCUMENTS_AT_MOST} 份為限`;
  return hasDouble(documents) ? '文件名稱不得重複' : null;
};

const requiresFault = (requires: readonly number[]): string | null =>
  requires.length > PREREQUISITES_MAX ? `先備訓練項目以 ${PREREQUISITES_MAX} 項為限` : null;

export const CourseForm = z.object({
  code: text({ label: '代碼', max: 10 }).check(
    refuse((code: string) => (/^[A-Z0-9]+$/.test(code) ? null : '代碼僅接受大寫英文字母與數字')),
  ),
  name: text({ label: '名稱', max: 60 }),
  kindId: z.int({ error: '請選擇證照種類' }).check(z.positive({ error: '請選擇證照種類' })),
  hours: wholeNumber('時數', 1, 2000),
  attendanceMinimum: wholeNumber('最低出席率', 0, 100),
  fee: wholeNumber('費用', 0, 9_999_999),
  limitNumber: wholeNumber('名額', 1, 10_000),
  paymentDays: wholeNumber('繳費天數', 0, 365),
  html: htmlText('課程說明'),
  paidHtml: htmlText('繳費說明'),
  info: htmlText('其他說明'),
  subjects: z.array(SubjectForm, { error: '科目資料不正確' }).check(refuse(subjectsFault)),
  requires: z
    .array(z.int({ error: '先備訓練項目不正確' }).check(z.positive()), { error: '先備訓練項目不正確' })
    .check(refuse(requiresFault)),
  documents: z.array(DocumentForm, { error: '應備文件資料不正確' }).check(refuse(documentsFault)),
});
export type CourseForm = z.infer<typeof CourseForm>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const courseList = endpoint({
  method: 'GET',
  path: '/api/office/courses',
  access: 'settings.read',
  summary: '訓練項目，依顯示順序',
  answer: z.array(CourseRow),
  refusals: [],
});

export const certificateKindList = endpoint({
  method: 'GET',
  path: '/api/office/certificate-kinds',
  access: 'settings.read',
  summary: '證照種類',
  answer: z.array(Kind),
  refusals: [],
});

export const course = endpoint({
  method: 'GET',
  path: '/api/office/courses/:id',
  access: 'settings.read',
  summary: '一個訓練項目：科目、先備項目、應備文件、出席規定與開課預設值',
  params: ById,
  answer: Course,
  refusals: ['not_found'],
});

const courseFaults = [
  'course_code_taken',
  'course_kind_unknown',
  'course_requires_unknown',
  'course_requires_circle',
  'course_part_unknown',
] as const;

export const createCourse = endpoint({
  method: 'POST',
  path: '/api/office/courses',
  access: 'settings.edit',
  stepUp: true,
  summary: '新增訓練項目',
  body: CourseForm,
  idempotencyField: 'form',
  answer: Course,
  refusals: courseFaults,
});

export const editCourse = endpoint({
  method: 'POST',
  path: '/api/office/courses/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '修改訓練項目；已開的班不受影響',
  params: ById,
  body: z.extend(CourseForm, { version: seenVersion }),
  answer: Course,
  refusals: ['not_found', 'changed_meanwhile', 'subject_has_scores', 'subject_score_above', ...courseFaults],
});

export const courseHistory = endpoint({
  method: 'GET',
  path: '/api/office/courses/:id/history',
  access: 'settings.read',
  summary: '一個訓練項目的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

/* Bank accounts. */

export const BankAccountRow = z.object({
  id: z.int(),
  version: z.int(),
  organization: z.object({ id: z.int(), name: z.string() }),
  bank: z.string(),
  /** Three digits; empty if `bank` names it. */
  bankCode: z.string(),
  holder: z.string(),
  number: z.string(),
  isClosed: z.boolean(),
  /** Future classes that are paid into it. */
  classes: z.int(),
});
export type BankAccountRow = z.infer<typeof BankAccountRow>;

const shaped = (label: string, max: number, shape: RegExp, fault: string) =>
  text({ label, max }).check(refuse((value: string) => (shape.test(value) ? null : fault)));

const details = {
  bankCode: shaped('銀行代碼', 3, /^[0-9]{3}$/, '銀行代碼為 3 碼數字'),
  bank: text({ label: '銀行與分行', max: 60 }),
  holder: text({ label: '戶名', max: 60 }),
  number: shaped('帳號', 20, /^[0-9][0-9-]{4,19}$/, '帳號僅接受 5 至 20 碼的數字與「-」'),
};

export const BankAccountForm = z.object(details);
export type BankAccountForm = z.infer<typeof BankAccountForm>;

export const NewBankAccountForm = z.object({
  organizationId: z.int({ error: '請選擇會別' }).check(z.positive({ error: '請選擇會別' })),
  ...details,
});
export type NewBankAccountForm = z.infer<typeof NewBankAccountForm>;

const Seen = z.object({ version: seenVersion });
const All = z.array(BankAccountRow);

export const bankAccountList = endpoint({
  method: 'GET',
  path: '/api/office/bank-accounts',
  access: 'settings.read',
  summary: '匯款帳戶，依會別，停用的在後',
  answer: All,
  refusals: [],
});

export const createBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts',
  access: 'settings.edit',
  stepUp: true,
  summary: '新增匯款帳戶',
  body: NewBankAccountForm,
  idempotencyField: 'form',
  answer: All,
  refusals: ['bank_account_taken', 'bank_account_organization'],
});

export const editBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts/:id',
  access: 'settings.edit',
  stepUp: true,
  summary: '修改匯款帳戶；學員看到的繳費資訊隨之更新',
  params: ById,
  body: z.extend(BankAccountForm, Seen.shape),
  answer: All,
  refusals: ['not_found', 'changed_meanwhile', 'bank_account_taken'],
});

export const closeBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts/:id/close',
  access: 'settings.edit',
  stepUp: true,
  summary: '停用匯款帳戶；尚有未開課的班使用時不能停用',
  params: ById,
  answer: All,
  refusals: ['not_found', 'bank_account_used'],
});

export const reopenBankAccount = endpoint({
  method: 'POST',
  path: '/api/office/bank-accounts/:id/reopen',
  access: 'settings.edit',
  stepUp: true,
  summary: '恢復使用匯款帳戶',
  params: ById,
  answer: All,
  refusals: ['not_found'],
});
