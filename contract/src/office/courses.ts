import * as z from 'zod/mini';
import { DOCUMENTS_AT_MOST } from '../documents.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, refuse, text } from '../fields.ts';
import { HistoryEntry } from './events.ts';
import { htmlText } from './html.ts';
import { wholeNumber } from './numbers.ts';
import { seenVersion } from './version.ts';

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
