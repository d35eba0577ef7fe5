import * as z from 'zod/mini';
import { Class as TraineeClass } from '../catalogue.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { type Fault, optionalText, text, withRules } from '../fields.ts';
import { CODE } from '../primitives.ts';
import { seenVersion } from './audit.ts';
import {
  ExportedFile,
  exportFields,
  InOrganization,
  idFilter,
  listAnswer,
  listQuery,
  searchFilter,
  wordFilter,
} from './list.ts';
import { optionalMoment } from './moment.ts';

/* Classes. */

export const classStates = ['draft', 'published', 'closed', 'completed', 'cancelled'] as const;
export const ClassState = z.enum(classStates);
export type ClassState = z.infer<typeof ClassState>;

export const callOffReasons = ['too_few', 'disaster', 'instructor', 'other'] as const;
export const CallOffReason = z.enum(callOffReasons, { error: '請選擇原因' });
export type CallOffReason = z.infer<typeof CallOffReason>;

export const callOffReasonNames: Readonly<Record<CallOffReason, string>> = {
  too_few: '人數不足',
  disaster: '天災',
  instructor: '講師因素',
  other: '其他',
};

export const ClassRow = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  state: ClassState,
  startTime: z.string(),
  place: z.string(),
  limitNumber: z.int(),
  number: z.int(),
  pending: z.int(),
  unpaid: z.int(),
  version: z.int(),
});
export type ClassRow = z.infer<typeof ClassRow>;

const monthFilter = z.optional(
  z.string({ error: '月份不正確' }).check(z.regex(/^[0-9]{4}-(0[1-9]|1[0-2])$/, { error: '月份不正確' })),
);

/** `ahead` selects published classes that begin later, `open` those that take enrolments now, `over` those to complete. */
export const classPhases = ['ahead', 'open', 'over'] as const;
export type ClassPhase = (typeof classPhases)[number];

const input = {
  filters: {
    state: wordFilter(classStates),
    phase: wordFilter(classPhases),
    month: monthFilter,
    course: idFilter,
    word: searchFilter,
    series: idFilter,
    ...InOrganization,
  },
  sorts: ['startTime', 'code'],
  sort: '-startTime',
} as const;

export const classList = endpoint({
  method: 'GET',
  path: '/api/office/classes',
  access: 'class.read',
  summary: '開課列表',
  query: listQuery(input),
  answer: listAnswer(ClassRow),
  refusals: [],
});

export const exportClasses = endpoint({
  method: 'POST',
  path: '/api/office/classes/export',
  access: 'export.list',
  summary: '依篩選條件匯出開課列表；每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

export const ClassId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

const Session = z.object({
  id: z.int(),
  date: z.string(),
  from: z.string(),
  to: z.string(),
  place: z.nullable(z.string()),
  instructor: z.nullable(z.string()),
});
export type ClassSession = z.infer<typeof Session>;

const Named = z.object({ id: z.int(), name: z.string() });

const Permission = z.object({ allowed: z.boolean(), why: z.nullable(z.string()) });

export const classActs = [
  'edit',
  'publish',
  'withdraw',
  'stop',
  'resume',
  'postpone',
  'callOff',
  'complete',
] as const;
export type ClassAct = (typeof classActs)[number];

export const OfficeClass = z.object({
  id: z.int(),
  version: z.int(),
  code: z.string(),
  state: ClassState,
  course: z.object({ id: z.int(), code: z.string(), name: z.string(), hours: z.int() }),
  organization: Named,
  startTime: z.string(),
  endTime: z.nullable(z.string()),
  sessions: z.array(Session),
  place: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  limitNumber: z.int(),
  minimumNumber: z.nullable(z.int()),
  number: z.int(),
  /** `unresulted`: confirmed ones without a result. */
  counts: z.object({
    pending: z.int(),
    unpaid: z.int(),
    reported: z.int(),
    confirmed: z.int(),
    rejected: z.int(),
    unresulted: z.int(),
  }),
  /** Whole New Taiwan dollars. */
  fee: z.int(),
  paymentDays: z.int(),
  bankAccount: z.nullable(
    z.object({ id: z.int(), bank: z.string(), holder: z.string(), number: z.string() }),
  ),
  /** Null: those of the course. */
  hours: z.nullable(z.int()),
  personalAllow: z.boolean(),
  groupAllow: z.boolean(),
  group: z.nullable(z.object({ id: z.int(), code: z.string(), name: z.string() })),
  instructors: z.array(Named),
  applyFrom: z.nullable(z.string()),
  applyUntil: z.nullable(z.string()),
  html: z.string(),
  paidHtml: z.string(),
  info: z.nullable(z.string()),
  staffNote: z.string(),
  publishedAt: z.nullable(z.string()),
  publishAt: z.nullable(z.string()),
  postponedAt: z.nullable(z.string()),
  freeCancelUntil: z.nullable(z.string()),
  calledOff: z.nullable(z.object({ reason: CallOffReason, text: z.string() })),
  /** The texts that trainees see; null if they can enrol. Those of a draft hold after its publication. */
  obstacles: z.object({ personal: z.nullable(z.string()), group: z.nullable(z.string()) }),
  /** The other classes of its series that may still change. */
  series: z.nullable(z.object({ id: z.int(), others: z.int() })),
  can: z.record(z.enum(classActs), Permission),
  mayMessage: z.boolean(),
});
export type OfficeClass = z.infer<typeof OfficeClass>;

export const officeClass = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id',
  access: 'class.read',
  summary: '一個課程的全部資料',
  params: ClassId,
  answer: OfficeClass,
  refusals: ['not_found'],
});

export const classPreview = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/preview',
  access: 'class.read',
  summary: '學員將看到的課程內容，發布前亦可查看',
  params: ClassId,
  answer: TraineeClass,
  refusals: ['not_found'],
});

const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
const dateField = (label: string) =>
  z
    .string({ error: `請輸入${label}` })
    .check(
      z.minLength(1, { error: `請輸入${label}`, abort: true }),
      z.refine(isDate, { error: `${label}不正確` }),
    );
const timeField = (label: string) =>
  z.string({ error: `請輸入${label}` }).check(z.regex(TIME, { error: `${label}不正確` }));

const whole = (label: string, from: number, to: number) =>
  z
    .int({ error: `請輸入${label}` })
    .check(
      z.minimum(from, { error: `${label}須為 ${from} 至 ${to}` }),
      z.maximum(to, { error: `${label}須為 ${from} 至 ${to}` }),
    );
const optionalWhole = (label: string, from: number, to: number) =>
  z._default(z.nullable(whole(label, from, to)), null);

export const SESSIONS_MAX = 100;

const SessionInput = z
  .object({
    id: z.optional(z.int()),
    date: dateField('上課日期'),
    from: timeField('開始時間'),
    to: timeField('結束時間'),
    place: optionalText({ label: '上課地點', max: 100 }),
    instructor: optionalText({ label: '講師', max: 50 }),
  })
  .check(z.refine(({ from, to }) => from < to, { error: '結束時間須晚於開始時間', path: ['to'] }));
export type SessionInput = z.infer<typeof SessionInput>;

const overlapping = (sessions: readonly SessionInput[]): boolean => {
  const sorted = sessions.toSorted((a, b) => (`${a.date} ${a.from}` < `${b.date} ${b.from}` ? -1 : 1));
  return sorted.some((session, at) => {
    const before = sorted[at - 1];
    return before !== undefined && before.date === session.date && session.from < before.to;
  });
};

const sessionsField = z.array(SessionInput, { error: '請輸入上課時段' }).check(
  z.minLength(1, { error: '請輸入上課時段' }),
  z.maxLength(SESSIONS_MAX, { error: `上課時段以 ${SESSIONS_MAX} 個為限` }),
  z.refine((sessions) => !overlapping(sessions), { error: '上課時段不可重疊' }),
);

/** Code points, of each text. */
export const HTML_MAX = 100_000;
const html = (label: string) =>
  z._default(
    z.nullable(
      z.string({ error: `${label}格式不正確` }).check(z.maxLength(HTML_MAX, { error: `${label}過長` })),
    ),
    null,
  );

const codeField = z
  .string({ error: '請輸入課程代碼' })
  .check(z.regex(CODE, { error: '課程代碼限英文字母、數字與「-」，最多 40 字' }));

const messageField = optionalText({ label: '給學員的說明', max: 1000, lines: true });

const classFields = {
  code: codeField,
  sessions: sessionsField,
  place: text({ label: '上課地點', max: 100 }),
  contactName: text({ label: '聯絡人', max: 50 }),
  contactPhone: text({ label: '聯絡電話', max: 50 }),
  limitNumber: whole('名額', 1, 10_000),
  minimumNumber: optionalWhole('最低開班人數', 1, 10_000),
  fee: whole('費用', 0, 9_999_999),
  paymentDays: whole('繳費天數', 0, 365),
  bankAccountId: z._default(z.nullable(z.int()), null),
  hours: optionalWhole('時數', 1, 2000),
  personalAllow: z.boolean({ error: '請選擇是否開放個人報名' }),
  groupAllow: z.boolean({ error: '請選擇是否開放團體報名' }),
  groupCode: z._default(z.nullable(z.string().check(z.regex(CODE, { error: '查無此團體' }))), null),
  instructorIds: z._default(z.array(z.int()).check(z.maxLength(20, { error: '講師以 20 位為限' })), []),
  applyFrom: optionalMoment('報名起始時間'),
  applyUntil: optionalMoment('報名截止時間'),
  html: html('課程簡介'),
  paidHtml: html('繳費說明'),
  info: html('其他說明'),
  staffNote: optionalText({ label: '內部備註', max: 2000, lines: true }),
};

interface ClassRuleFields {
  applyFrom: Date | null;
  applyUntil: Date | null;
  minimumNumber: number | null;
  limitNumber: number;
  groupCode: string | null;
  personalAllow: boolean;
}

const fault = (isWrong: boolean, field: string, message: string): Fault[] =>
  isWrong ? [{ field, text: message }] : [];

const rules = [
  {
    needs: ['applyFrom', 'applyUntil'],
    faults: ({ applyFrom, applyUntil }: ClassRuleFields) =>
      fault(
        applyFrom !== null && applyUntil !== null && applyFrom >= applyUntil,
        'applyUntil',
        '報名截止時間須晚於起始時間',
      ),
  },
  {
    needs: ['minimumNumber', 'limitNumber'],
    faults: ({ minimumNumber, limitNumber }: ClassRuleFields) =>
      fault(
        minimumNumber !== null && minimumNumber > limitNumber,
        'minimumNumber',
        '最低開班人數不可超過名額',
      ),
  },
  {
    needs: ['groupCode', 'personalAllow'],
    faults: ({ groupCode, personalAllow }: ClassRuleFields) =>
      fault(groupCode !== null && personalAllow, 'personalAllow', '僅供單一團體的課程不開放個人報名'),
  },
] as const;

const write = { method: 'POST', access: 'class.write' } as const;
const formRefusals = [
  'class_code_taken',
  'class_code_reserved',
  'bank_account_unknown',
  'class_group_unknown',
  'class_instructor_unknown',
] as const;

export const SERIES_MAX = 26;

export const NewClass = z
  .object({
    ...classFields,
    organizationId: z.int({ error: '請選擇會別' }),
    courseId: z.int({ error: '請選擇訓練項目' }),
    weeks: z._default(whole('週數', 1, SERIES_MAX), 1),
    /** The attachments of this class come along. */
    copyOf: z._default(z.nullable(z.int()), null),
  })
  .check(withRules<ClassRuleFields>([...rules]));

export const createClasses = endpoint({
  ...write,
  path: '/api/office/classes',
  summary: '新增課程，或每週一班的系列課程；皆為草稿',
  body: NewClass,
  idempotencyField: 'form',
  answer: z.object({ classes: z.array(z.object({ id: z.int(), code: z.string() })) }),
  refusals: [
    ...formRefusals,
    'class_organization_unknown',
    'organization_closed',
    'course_unknown',
    'class_unknown',
  ],
});

export const EditedClass = z
  .object({
    ...classFields,
    version: seenVersion,
    message: messageField,
    /** What changed here changes in the other classes of the series too. */
    series: z._default(z.boolean(), false),
  })
  .check(withRules<ClassRuleFields>([...rules]));

export const editClass = endpoint({
  ...write,
  path: '/api/office/classes/:id',
  summary: '修改課程；已有學員保留名額時，變更時間或地點須附說明並寄信通知',
  params: ClassId,
  body: EditedClass,
  answer: OfficeClass,
  refusals: [
    ...formRefusals,
    'not_found',
    'changed_meanwhile',
    'class_cancelled',
    'class_completed',
    'class_code_fixed',
    'class_seats_held',
    'class_fee_fixed',
    'class_message_required',
    'class_session_attended',
    'class_series_refused',
  ],
});

export const ClassDraft = z.object({
  code: z.string(),
  organizationId: z.int(),
  courseId: z.int(),
  place: z.string(),
  contactName: z.string(),
  contactPhone: z.string(),
  limitNumber: z.int(),
  minimumNumber: z.nullable(z.int()),
  fee: z.int(),
  paymentDays: z.int(),
  bankAccountId: z.nullable(z.int()),
  hours: z.nullable(z.int()),
  personalAllow: z.boolean(),
  groupAllow: z.boolean(),
  groupCode: z.nullable(z.string()),
  instructorIds: z.array(z.int()),
  html: z.string(),
  paidHtml: z.string(),
  info: z.nullable(z.string()),
  staffNote: z.string(),
  sessions: z.array(z.omit(Session, { id: true })),
  applyFrom: z.nullable(z.string()),
  applyUntil: z.nullable(z.string()),
  /** The class that is copied, with so many attachments; null for a draft from a course. */
  copyOf: z.nullable(z.object({ id: z.int(), code: z.string(), attachments: z.int() })),
});
export type ClassDraft = z.infer<typeof ClassDraft>;

const requiredId = (label: string) =>
  z.pipe(
    z.string({ error: `請選擇${label}` }).check(z.regex(/^[1-9][0-9]{0,14}$/, { error: `請選擇${label}` })),
    z.transform(Number),
  );

export const classFromCourse = endpoint({
  method: 'GET',
  path: '/api/office/class-drafts/course',
  access: 'class.write',
  summary: '新課程的預設內容，取自訓練項目；課程代碼為建議值',
  query: z.object({ organization: requiredId('會別'), course: requiredId('訓練項目') }),
  answer: ClassDraft,
  refusals: ['class_organization_unknown', 'course_unknown'],
});

export const classFromClass = endpoint({
  method: 'GET',
  path: '/api/office/class-drafts/class/:id',
  access: 'class.write',
  summary: '新課程的預設內容，複製自另一個課程；課程代碼為建議值',
  params: ClassId,
  answer: ClassDraft,
  refusals: ['not_found'],
});

export const classChoices = endpoint({
  method: 'GET',
  path: '/api/office/class-choices',
  access: 'class.write',
  summary: '課程可選的匯款帳戶與講師',
  query: z.object({ organization: requiredId('會別') }),
  answer: z.object({
    bankAccounts: z.array(
      z.object({ id: z.int(), bank: z.string(), holder: z.string(), number: z.string() }),
    ),
    instructors: z.array(Named),
  }),
  refusals: ['class_organization_unknown'],
});

export const officeCourses = endpoint({
  method: 'GET',
  path: '/api/office/class-choices/courses',
  access: 'class.write',
  summary: '可開課的訓練項目與自己可開課的會別',
  answer: z.object({
    courses: z.array(z.object({ id: z.int(), code: z.string(), name: z.string() })),
    organizations: z.array(Named),
  }),
  refusals: [],
});

/** The class as the officer saw it. */
const SeenClass = z.object({ version: seenVersion });

const step = { method: 'POST', access: 'class.publish', params: ClassId, answer: OfficeClass } as const;
const stepRefusals = [
  'not_found',
  'changed_meanwhile',
  'class_conflict',
  'class_draft',
  'class_cancelled',
  'class_completed',
] as const;

export const publishClass = endpoint({
  ...step,
  path: '/api/office/classes/:id/publish',
  summary: '立即發布，或於指定時間自動發布',
  body: z.object({ at: optionalMoment('發布時間'), version: seenVersion }),
  refusals: [...stepRefusals, 'class_starts_before', 'class_publish_past', 'organization_closed'],
});

const SeenClasses = z
  .array(z.object({ id: z.int().check(z.positive()), version: seenVersion }), { error: '請選擇課程' })
  .check(z.minLength(1, { error: '請選擇課程' }), z.maxLength(100, { error: '一次以 100 個課程為限' }));

export const publishClasses = endpoint({
  method: 'POST',
  access: 'class.publish',
  path: '/api/office/classes/publish',
  summary: '立即發布所選的草稿，例如同一系列的各班；逐班回覆結果',
  body: z.object({ classes: SeenClasses }),
  answer: z.object({
    results: z.array(z.object({ id: z.int(), done: z.boolean(), why: z.nullable(z.string()) })),
  }),
  refusals: [],
});

export const unscheduleClass = endpoint({
  ...step,
  path: '/api/office/classes/:id/unschedule',
  summary: '取消定時發布',
  body: SeenClass,
  refusals: stepRefusals,
});

export const withdrawClass = endpoint({
  ...step,
  path: '/api/office/classes/:id/withdraw',
  summary: '下架；無人保留名額時方可辦理',
  body: SeenClass,
  refusals: [...stepRefusals, 'class_has_seats'],
});

export const stopEnrolment = endpoint({
  ...step,
  path: '/api/office/classes/:id/stop',
  summary: '停止報名',
  body: SeenClass,
  refusals: [...stepRefusals, 'class_over'],
});

export const resumeEnrolment = endpoint({
  ...step,
  path: '/api/office/classes/:id/resume',
  summary: '恢復報名',
  body: SeenClass,
  refusals: [...stepRefusals, 'class_over'],
});

export const FREE_CANCEL_MAX = 60;

export const PostponeForm = z.object({
  sessions: sessionsField,
  message: text({ label: '給學員的說明', max: 1000, lines: true }),
  /** Today is not counted. */
  freeDays: whole('免費取消天數', 0, FREE_CANCEL_MAX),
  version: seenVersion,
});

export const postponeClass = endpoint({
  ...step,
  path: '/api/office/classes/:id/postpone',
  summary: '延期：新的上課時段，寄信通知，期限內可免費取消',
  body: PostponeForm,
  refusals: [
    ...stepRefusals,
    'class_postpone_past',
    'class_postpone_same',
    'class_session_attended',
    'class_has_results',
  ],
});

export const callOffEffect = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/call-off',
  access: 'class.publish',
  summary: '停開的影響：取消的報名與待退費',
  params: ClassId,
  answer: z.object({
    people: z.int(),
    refunds: z.int(),
    amount: z.int(),
    /** Payments that were reported and not received. */
    reported: z.int(),
  }),
  refusals: ['not_found'],
});

export const CallOffFields = z.object({
  reason: CallOffReason,
  text: text({ label: '說明', max: 500, lines: true }),
});

export const callOffClass = endpoint({
  ...step,
  path: '/api/office/classes/:id/call-off',
  summary: '停開：取消全部報名並通知學員，已繳費者列為待退費',
  body: z.extend(CallOffFields, { version: seenVersion }),
  refusals: [...stepRefusals, 'class_has_results'],
});

export const completeClass = endpoint({
  ...step,
  path: '/api/office/classes/:id/complete',
  summary: '結訓；無人待審查或待繳費，且報名完成者皆有成績時方可辦理',
  body: SeenClass,
  refusals: [...stepRefusals, 'class_not_over', 'class_unreviewed', 'class_unresulted'],
});

/* Files of a class. */

export const ATTACHMENTS_AT_MOST = 20;
const MEGABYTE = 1024 * 1024;
export const ATTACHMENT_BYTES = 20 * MEGABYTE;

export const attachmentExtensions = [
  ...['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'csv', 'txt'],
  ...['jpg', 'jpeg', 'png', 'heic'],
] as const;

export const Attachment = z.object({
  id: z.int(),
  name: z.string(),
  extension: z.string(),
  /** Bytes; null for older files. */
  size: z.nullable(z.int()),
});
export type Attachment = z.infer<typeof Attachment>;

export const Attachments = z.object({
  attachments: z.array(Attachment),
  canEdit: z.boolean(),
});
export type Attachments = z.infer<typeof Attachments>;

const OfClass = z.object({
  ...ClassId.shape,
  attachment: z.coerce.number().check(z.int(), z.positive()),
});

export const classAttachments = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/attachments',
  access: 'class.read',
  summary: '課程的附件',
  params: ClassId,
  answer: Attachments,
  refusals: ['not_found'],
});

export const uploadAttachment = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attachments',
  access: 'class.write',
  summary: '上傳課程附件；檔案依內容檢查，不依檔名',
  params: ClassId,
  multipart: {
    maxBytes: ATTACHMENT_BYTES,
    tooLargeRefusal: 'attachment_too_large',
    notAFileRefusal: 'attachment_missing',
  },
  idempotencyField: 'file',
  answer: Attachment,
  refusals: [
    'not_found',
    'attachment_missing',
    'attachment_too_large',
    'attachment_kind',
    'attachment_old_office',
    'attachment_not_what_it_says',
    'attachment_macros',
    'attachment_remote',
    'attachments_full',
    'document_damaged',
    'document_encrypted',
    'document_active',
    'document_too_many_pixels',
  ],
});

export const AttachmentNameForm = z.object({ name: text({ label: '檔案名稱', max: 80 }) });
export type AttachmentNameForm = z.infer<typeof AttachmentNameForm>;

export const renameAttachment = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attachments/:attachment',
  access: 'class.write',
  summary: '修改附件名稱',
  params: OfClass,
  body: AttachmentNameForm,
  answer: Attachments,
  refusals: ['not_found'],
});

export const shareAttachment = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attachments/:attachment/share',
  access: 'class.write',
  summary: '將附件加入同系列尚未開課的其他班；已有此檔案的班不重複加入',
  params: OfClass,
  answer: z.object({ added: z.int() }),
  refusals: ['not_found', 'attachments_full'],
});

export const orderAttachments = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attachments/order',
  access: 'class.write',
  summary: '調整附件順序',
  params: ClassId,
  body: z.object({
    ids: z
      .array(z.int({ error: '附件資料不正確' }).check(z.positive()), { error: '附件資料不正確' })
      .check(z.maxLength(ATTACHMENTS_AT_MOST, { error: '附件資料不正確' })),
  }),
  answer: Attachments,
  refusals: ['not_found', 'attachments_changed'],
});

export const removeAttachment = endpoint({
  method: 'DELETE',
  path: '/api/office/classes/:id/attachments/:attachment',
  access: 'class.write',
  summary: '移除附件；移除後立即無法下載',
  params: OfClass,
  allowedOnFullDisk: true,
  answer: Attachments,
  refusals: ['not_found'],
});

export const openAttachment = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/attachments/:attachment',
  access: 'class.read',
  summary: '下載附件，發布前亦可',
  params: OfClass,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found'],
});
