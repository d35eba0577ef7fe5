import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { optionalText, text } from '../fields.ts';
import { codeFilter, listAnswer, listQuery } from './list.ts';
import { InOrganization } from './scope.ts';
import { seenVersion } from './version.ts';

/* Reading needs `person.read`, because every answer names people. */

export const RegistrationState = z.enum([
  'pending',
  'rejected',
  'unpaid',
  'reported',
  'confirmed',
  'cancelled',
]);
export type RegistrationState = z.infer<typeof RegistrationState>;

export const stateNames: Readonly<Record<RegistrationState, string>> = {
  pending: '待審核',
  rejected: '已退回',
  unpaid: '待繳費',
  reported: '待對帳',
  confirmed: '報名完成',
  cancelled: '已取消',
};

export const Concern = z.enum([
  'prerequisite_missing',
  'prerequisite_expired',
  'overlap',
  'document_missing',
  'photo_missing',
  'profile_incomplete',
  'suspended',
  'unconfirmed',
  'class_started',
]);
export type Concern = z.infer<typeof Concern>;

export const concernTexts: Readonly<Record<Concern, string>> = {
  prerequisite_missing: '未持有所需證照',
  prerequisite_expired: '所需證照於開課時已逾效期',
  overlap: '同時段另有報名',
  document_missing: '缺少必備文件',
  photo_missing: '未上傳照片',
  profile_incomplete: '個人資料不完整',
  suspended: '帳號已停用',
  unconfirmed: '電子信箱與電話均未確認',
  class_started: '課程已開課',
};

/** `unconfirmed`: the person may lapse. `network`: several people enrolled in the class from one network. */
export const QueueMark = z.enum(['unconfirmed', 'network'], { error: '查詢條件不正確' });
export type QueueMark = z.infer<typeof QueueMark>;

const daysFilter = z.optional(
  z.pipe(
    z.string({ error: '查詢條件不正確' }).check(z.regex(/^[1-9][0-9]{0,3}$/, { error: '查詢條件不正確' })),
    z.transform(Number),
  ),
);

export const RegistrationId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });
const rowId = z.int().check(z.positive());

const ClassBrief = z.object({
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
});

const GroupBrief = z.nullable(z.object({ code: z.string(), name: z.string() }));

export const QueueRow = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: z.string(),
  person: z.object({
    id: z.int(),
    name: z.string(),
    identity: z.string(),
    hasPhoto: z.boolean(),
  }),
  class: ClassBrief,
  group: GroupBrief,
  concerns: z.array(Concern),
  /** How many people of the class enrolled from the network of this one; 0 for fewer than three. */
  sameNetwork: z.int(),
});
export type QueueRow = z.infer<typeof QueueRow>;

export const reviewQueue = endpoint({
  method: 'GET',
  path: '/api/office/reviews',
  access: 'person.read',
  summary: '待審核的報名，依報名先後',
  query: listQuery({
    filters: {
      class: codeFilter,
      course: codeFilter,
      group: codeFilter,
      /** Minimum age. */
      days: daysFilter,
      mark: z.optional(z.pipe(z.string({ error: '查詢條件不正確' }), QueueMark)),
      ...InOrganization,
    },
    sorts: ['createdAt'],
    sort: 'createdAt',
  }),
  answer: listAnswer(QueueRow),
  refusals: [],
});

/** `isMore`: only the oldest `COUNTED_MAX` of an organisation were counted. */
const Waiting = { waiting: z.int(), isMore: z.boolean() };

export const reviewFilters = endpoint({
  method: 'GET',
  path: '/api/office/reviews/filters',
  access: 'person.read',
  summary: '待審核報名的課程、訓練項目、團體與會別',
  query: z.object(InOrganization),
  answer: z.object({
    classes: z.array(z.object({ code: z.string(), name: z.string(), startTime: z.string(), ...Waiting })),
    courses: z.array(z.object({ code: z.string(), name: z.string(), ...Waiting })),
    groups: z.array(z.object({ code: z.string(), name: z.string(), ...Waiting })),
    organizations: z.array(z.object({ id: z.int(), name: z.string(), ...Waiting })),
  }),
  refusals: [],
});

const Permission = z.object({ allowed: z.boolean(), why: z.nullable(z.string()) });
export type Permission = z.infer<typeof Permission>;

const Prerequisite = z.object({
  course: z.string(),
  certificate: z.string(),
  validity: z.enum(['valid', 'expired', 'none']),
  number: z.nullable(z.string()),
  endTime: z.nullable(z.string()),
});

const OtherRegistration = z.object({
  id: z.int(),
  state: RegistrationState,
  reason: z.nullable(z.string()),
  result: z.nullable(z.int()),
  class: ClassBrief,
});

export const Note = z.object({ id: z.int(), at: z.string(), by: z.string(), text: z.string() });
export type Note = z.infer<typeof Note>;

export const entryNames = {
  fee: '報名費',
  move_difference: '轉班差額',
  waived: '免收',
  cancelled: '取消報名',
  kept: '不退費',
  payment: '收款',
  refund_due: '待退費',
  refund_paid: '已退費',
} as const;

/** An entry of a registration's ledger (帳目). */
export const LedgerEntry = z.object({
  at: z.string(),
  kind: z.enum([
    'fee',
    'move_difference',
    'waived',
    'cancelled',
    'kept',
    'payment',
    'refund_due',
    'refund_paid',
  ]),
  /** The amount that it adds to what the person owes; negative if they owe less. */
  amount: z.int(),
  note: z.nullable(z.string()),
  by: z.nullable(z.string()),
});
export type LedgerEntry = z.infer<typeof LedgerEntry>;

export const RegistrationDetail = z.object({
  id: z.int(),
  /** Of the last step; a decision sends it back. */
  version: z.int(),
  state: RegistrationState,
  createdAt: z.string(),
  updatedAt: z.string(),
  reason: z.nullable(z.string()),
  result: z.nullable(z.int()),
  person: z.object({
    id: z.int(),
    name: z.string(),
    englishName: z.nullable(z.string()),
    country: z.enum(['local', 'foreign']),
    identity: z.string(),
    /** 1 male, 0 female. */
    sex: z.nullable(z.int()),
    age: z.nullable(z.int()),
    hasPhoto: z.boolean(),
    organization: z.nullable(z.string()),
    phone: z.nullable(z.string()),
    phoneConfirmed: z.boolean(),
    email: z.nullable(z.string()),
    emailConfirmed: z.boolean(),
    employer: z.nullable(z.string()),
    career: z.nullable(z.string()),
    education: z.nullable(z.string()),
    complete: z.boolean(),
    suspended: z.boolean(),
  }),
  class: z.extend(ClassBrief, {
    id: z.int(),
    courseCode: z.string(),
    place: z.string(),
    fee: z.int(),
    limit: z.int(),
    number: z.int(),
    started: z.boolean(),
  }),
  group: GroupBrief,
  reported: z.nullable(
    z.object({
      money: z.int(),
      paidTime: z.string(),
      lastFive: z.string(),
      name: z.string(),
      covers: z.int(),
    }),
  ),
  ledger: z.object({
    /** Those that count. */
    entries: z.array(LedgerEntry),
    /** Their sum: what the person owes. */
    balance: z.int(),
    /** The person's money that the branch holds. */
    held: z.int(),
  }),
  concerns: z.array(Concern),
  /** When the registration lapses; null for never. */
  confirmBy: z.nullable(z.string()),
  /** As in the queue. */
  sameNetwork: z.int(),
  prerequisites: z.array(Prerequisite),
  /** Registrations that hold a seat in a class at overlapping hours. */
  overlapping: z.array(OtherRegistration),
  others: z.array(OtherRegistration),
  notes: z.array(Note),
  can: z.object({
    approve: Permission,
    reject: Permission,
    reopen: Permission,
    cancel: Permission,
    move: Permission,
    note: Permission,
    identity: Permission,
    confirmPhone: Permission,
  }),
});
export type RegistrationDetail = z.infer<typeof RegistrationDetail>;

export const registrationDetail = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id',
  access: 'person.read',
  summary: '一筆報名與審查所需的資料',
  params: RegistrationId,
  answer: RegistrationDetail,
  refusals: ['not_found'],
});

export const registrationPhoto = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id/photo',
  access: 'person.read',
  summary: '報名學員的照片；調閱會留下紀錄',
  params: RegistrationId,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'image/jpeg',
  refusals: ['not_found'],
});

/** How many complete numbers a person of staff may see in an hour. */
export const IDENTITY_LOOKS = 30;

export const showIdentity = endpoint({
  method: 'POST',
  path: '/api/office/registrations/:id/identity',
  access: 'person.identity',
  stepUp: true,
  summary: `顯示完整的身分證字號與出生日期；每次調閱都會留下紀錄，每小時 ${IDENTITY_LOOKS} 次，用完須由系統管理員覆核`,
  params: RegistrationId,
  answer: z.object({ identity: z.string(), birthday: z.nullable(z.string()) }),
  refusals: ['not_found', 'identity_masked', 'identity_budget_spent'],
});

const step = { method: 'POST', access: 'registration.review', params: RegistrationId } as const;
const stepRefusals = [
  'registration_unknown',
  'changed_meanwhile',
  'review_conflict',
  'step_from_state',
] as const;

/** Registrations as the officer saw them. */
export const SeenRegistrations = z
  .array(z.object({ id: rowId, version: seenVersion }), { error: '請選擇報名' })
  .check(z.minLength(1, { error: '請選擇報名' }), z.maxLength(100, { error: '一次以 100 筆為限' }));

/** Code points. */
export const REASON_MAX = 500;
const optionalReason = optionalText({ label: '原因', max: REASON_MAX, lines: true });
const reason = text({ label: '原因', max: REASON_MAX, lines: true });

export const approveRegistration = endpoint({
  ...step,
  path: '/api/office/registrations/:id/approve',
  summary: '審查通過；同一人重複送出不是錯誤',
  body: z.object({ version: seenVersion }),
  answer: RegistrationDetail,
  refusals: stepRefusals,
});

export const RejectFields = z.object({
  /** In the order shown to the trainee, before the free text. */
  phraseIds: z._default(z.array(rowId).check(z.maxLength(10)), []),
  reason: optionalReason,
});

export const rejectRegistration = endpoint({
  ...step,
  path: '/api/office/registrations/:id/reject',
  summary: '退回，附原因；原因會寄給學員',
  body: z.extend(RejectFields, { version: seenVersion }),
  answer: RegistrationDetail,
  refusals: [...stepRefusals, 'reason_required', 'reason_too_long', 'phrase_unknown'],
});

const BulkAnswer = z.object({
  results: z.array(z.object({ id: z.int(), done: z.boolean(), why: z.nullable(z.string()) })),
});

export const approveRegistrations = endpoint({
  method: 'POST',
  path: '/api/office/reviews/approve',
  access: 'registration.review',
  summary: '整批審查通過；有疑慮者不通過並說明原因',
  body: z.object({ registrations: SeenRegistrations }),
  answer: BulkAnswer,
  refusals: [],
});

export const giveBackUnconfirmed = endpoint({
  method: 'POST',
  path: '/api/office/reviews/give-back',
  access: 'registration.review',
  summary: '整批取消電子信箱與電話均未確認者的待審核報名，釋出名額並通知；其他報名不取消並說明原因',
  body: z.object({ registrations: SeenRegistrations }),
  answer: BulkAnswer,
  refusals: [],
});

export const confirmPhone = endpoint({
  ...step,
  access: 'person.edit',
  path: '/api/office/registrations/:id/confirm-phone',
  summary: '標示已以行動電話聯繫上學員；此後報名不因電子信箱未確認而取消',
  body: z.object({ phone: text({ label: '行動電話', max: 20 }) }),
  answer: RegistrationDetail,
  refusals: ['registration_unknown', 'phone_changed'],
});

export const reopenRegistration = endpoint({
  ...step,
  path: '/api/office/registrations/:id/reopen',
  summary: '將退回的報名重新審查，並再次保留名額；原因記錄於歷程，不通知學員',
  body: z.object({ reason, version: seenVersion }),
  answer: RegistrationDetail,
  refusals: [
    ...stepRefusals,
    'staff_class_full',
    'review_after_start',
    'review_without_class',
    'person_holds_seat',
  ],
});

export const cancelByStaff = endpoint({
  ...step,
  path: '/api/office/registrations/:id/cancel',
  summary: '取消報名並通知學員；已繳費者列為待退費',
  body: z.object({ reason, version: seenVersion }),
  answer: RegistrationDetail,
  refusals: [...stepRefusals, 'staff_cancel_result'],
});

export const addNote = endpoint({
  ...step,
  path: '/api/office/registrations/:id/notes',
  summary: '新增僅供後台人員查看的備註',
  body: z.object({ text: text({ label: '備註', max: 1000, lines: true }) }),
  idempotencyField: 'form',
  answer: RegistrationDetail,
  refusals: ['registration_unknown'],
});

export const Phrase = z.object({
  id: z.int(),
  text: z.string(),
  version: z.int(),
});
export type Phrase = z.infer<typeof Phrase>;

const phraseText = text({ label: '常用語', max: 200 });
const phraseChange = { access: 'settings.edit', stepUp: true } as const;

export const PHRASES_MAX = 50;

export const reviewPhrases = endpoint({
  method: 'GET',
  path: '/api/office/review-phrases',
  access: 'office',
  summary: '退回報名的常用語',
  answer: z.array(Phrase),
  refusals: [],
});

export const addPhrase = endpoint({
  ...phraseChange,
  method: 'POST',
  path: '/api/office/review-phrases',
  summary: '新增常用語',
  body: z.object({ text: phraseText }),
  idempotencyField: 'form',
  answer: z.array(Phrase),
  refusals: ['phrase_taken', 'phrases_full'],
});

export const editPhrase = endpoint({
  ...phraseChange,
  method: 'POST',
  path: '/api/office/review-phrases/:id',
  summary: '修改常用語',
  params: RegistrationId,
  body: z.object({ text: phraseText, version: z.int() }),
  answer: z.array(Phrase),
  refusals: ['not_found', 'changed_meanwhile', 'phrase_taken'],
});

export const orderPhrases = endpoint({
  ...phraseChange,
  method: 'POST',
  path: '/api/office/review-phrases/order',
  summary: '調整常用語的順序',
  body: z.object({ ids: z.array(rowId).check(z.maxLength(PHRASES_MAX)) }),
  answer: z.array(Phrase),
  refusals: ['phrase_unknown'],
});

export const removePhrase = endpoint({
  ...phraseChange,
  method: 'DELETE',
  path: '/api/office/review-phrases/:id',
  summary: '刪除常用語',
  params: RegistrationId,
  answer: z.array(Phrase),
  refusals: ['not_found'],
});
