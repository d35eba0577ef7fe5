import * as z from 'zod/mini';
import { EnrolmentObstacle } from '../catalogue.ts';
import { classCode } from '../class-code.ts';
import { Country } from '../country.ts';
import { endpoint } from '../endpoint.ts';
import { halfWidth, optionalText, refuse, searchText, text, withRules } from '../fields.ts';
import { normaliseIdentity } from '../identity.ts';
import { birthDateFault, givenBirthDate, mailedCode } from '../passwords.ts';
import { personFields } from '../person-form.ts';
import { seenVersion } from './audit.ts';
import {
  codeFilter,
  dayFilter,
  ExportedFile,
  exportedColumns,
  exportFields,
  InOrganization,
  idFilter,
  listAnswer,
  listQuery,
  searchFilter,
  wordFilter,
} from './list.ts';
import { newPersonFields, newPersonRules } from './new-person.ts';
import { UNDO_SECONDS } from './undo.ts';

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
/** A group with the id of its page. */
const LinkedGroup = z.nullable(z.object({ id: z.int(), code: z.string(), name: z.string() }));

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
  cancelled: '沖銷應繳',
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
  /** The id of the last step. A decision sends it back, so that an outdated one is refused. */
  version: z.int(),
  state: RegistrationState,
  createdAt: z.string(),
  updatedAt: z.string(),
  reason: z.nullable(z.string()),
  /** The last day to pay. */
  paymentDue: z.nullable(z.string()),
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
  group: LinkedGroup,
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
    /** The entries that count. */
    entries: z.array(LedgerEntry),
    /** Their sum: what the person owes. */
    balance: z.int(),
    /** The person's money that the branch holds. */
    held: z.int(),
  }),
  concerns: z.array(Concern),
  /** When the registration lapses; null for never. */
  confirmBy: z.nullable(z.string()),
  /** Counted as in the queue. */
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
  summary: '一筆報名與審核所需的資料',
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
  summary: '審核通過；同一人重複送出不是錯誤',
  body: z.object({ version: seenVersion }),
  answer: RegistrationDetail,
  refusals: stepRefusals,
});

export const undoApproval = endpoint({
  ...step,
  path: '/api/office/registrations/:id/undo-approval',
  summary: `通過後 ${UNDO_SECONDS} 秒內復原為待審核，通知信不寄出；信件已寄出則無法復原`,
  body: z.object({ version: seenVersion }),
  answer: RegistrationDetail,
  refusals: [...stepRefusals, 'approval_final'],
});

export const RejectFields = z.object({
  /** The phrases in the order in which the trainee sees them, before the free text. */
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

const bulkResult = { id: z.int(), done: z.boolean(), why: z.nullable(z.string()) };
const BulkAnswer = z.object({ results: z.array(z.object(bulkResult)) });

export const approveRegistrations = endpoint({
  method: 'POST',
  path: '/api/office/reviews/approve',
  access: 'registration.review',
  summary: `整批審核通過；有疑慮者不通過並說明原因；通知信 ${UNDO_SECONDS} 秒後寄出`,
  body: z.object({ registrations: SeenRegistrations }),
  /** `version` is what undoing sends; null if the registration was not approved. */
  answer: z.object({ results: z.array(z.object({ ...bulkResult, version: z.nullable(z.int()) })) }),
  refusals: [],
});

export const undoApprovals = endpoint({
  method: 'POST',
  path: '/api/office/reviews/undo-approvals',
  access: 'registration.review',
  summary: `整批通過後 ${UNDO_SECONDS} 秒內復原，通知信不寄出；逐筆回覆結果，之後另有變動或信件已寄出者不復原`,
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
  summary: '將退回的報名重新審核，並再次保留名額；原因記錄於歷程，不通知學員',
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

export const NoteForm = z.object({ text: text({ label: '備註', max: 1000, lines: true }) });
export type NoteForm = z.infer<typeof NoteForm>;

export const addNote = endpoint({
  ...step,
  path: '/api/office/registrations/:id/notes',
  summary: '新增僅供後台人員查看的備註',
  body: NoteForm,
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

const phraseText = text({ label: '退回理由', max: 200 });
const phraseChange = { access: 'settings.edit', stepUp: true } as const;

export const PHRASES_MAX = 50;

export const reviewPhrases = endpoint({
  method: 'GET',
  path: '/api/office/review-phrases',
  access: 'office',
  summary: '退回報名的常用理由',
  answer: z.array(Phrase),
  refusals: [],
});

export const PhraseForm = z.object({ text: phraseText });
export type PhraseForm = z.infer<typeof PhraseForm>;

export const addPhrase = endpoint({
  ...phraseChange,
  method: 'POST',
  path: '/api/office/review-phrases',
  summary: '新增退回理由',
  body: PhraseForm,
  idempotencyField: 'form',
  answer: z.array(Phrase),
  refusals: ['phrase_taken', 'phrases_full'],
});

export const editPhrase = endpoint({
  ...phraseChange,
  method: 'POST',
  path: '/api/office/review-phrases/:id',
  summary: '修改退回理由',
  params: RegistrationId,
  body: z.object({ text: phraseText, version: z.int() }),
  answer: z.array(Phrase),
  refusals: ['not_found', 'changed_meanwhile', 'phrase_taken'],
});

export const orderPhrases = endpoint({
  ...phraseChange,
  method: 'POST',
  path: '/api/office/review-phrases/order',
  summary: '調整退回理由的順序',
  body: z.object({ ids: z.array(rowId).check(z.maxLength(PHRASES_MAX)) }),
  answer: z.array(Phrase),
  refusals: ['phrase_unknown'],
});

export const removePhrase = endpoint({
  ...phraseChange,
  method: 'DELETE',
  path: '/api/office/review-phrases/:id',
  summary: '刪除退回理由',
  params: RegistrationId,
  answer: z.array(Phrase),
  refusals: ['not_found'],
});

/* The list of registrations. */

export const RegistrationRow = z.object({
  id: z.int(),
  version: z.int(),
  createdAt: z.string(),
  state: RegistrationState,
  person: z.object({
    id: z.int(),
    name: z.nullable(z.string()),
    identity: z.string(),
    /** `1990-**-**` */
    birthday: z.nullable(z.string()),
    employer: z.nullable(z.string()),
    /** Null without the right to read people. */
    contact: z.nullable(z.object({ phone: z.nullable(z.string()), email: z.nullable(z.string()) })),
  }),
  class: z.object({ code: z.string(), course: z.string(), startTime: z.string(), organization: z.string() }),
  group: LinkedGroup,
  paymentDue: z.nullable(z.string()),
  /** Received, less what goes back. */
  paid: z.int(),
  result: z.nullable(z.int()),
});
export type RegistrationRow = z.infer<typeof RegistrationRow>;

const input = {
  filters: {
    class: codeFilter,
    course: codeFilter,
    state: wordFilter(RegistrationState.options as ['pending', ...RegistrationState[]]),
    group: codeFilter,
    person: searchFilter,
    account: idFilter,
    from: dayFilter,
    until: dayFilter,
    ...InOrganization,
  },
  sorts: ['createdAt', 'name'],
  sort: '-createdAt',
} as const;

export const registrationList = endpoint({
  method: 'GET',
  path: '/api/office/registrations',
  access: 'registration.read',
  summary: '報名名單；依課程篩選即為該課程的名單，方可依姓名排序。證號遮蔽顯示',
  query: listQuery(input),
  answer: listAnswer(RegistrationRow),
  refusals: [],
});

/** The columns that an export may have. */
export const registrationColumns = [
  'created',
  'name',
  'identity',
  'class',
  'course',
  'start',
  'organization',
  'group',
  'state',
  'due',
  'result',
  'phone',
  'email',
  'employer',
  'paid',
  'birthday',
] as const;
export type RegistrationColumn = (typeof registrationColumns)[number];

export const exportRegistrations = endpoint({
  method: 'POST',
  path: '/api/office/registrations/export',
  access: 'export.list',
  summary:
    '依篩選條件與排序匯出報名名單的所選欄位；每次匯出皆留下紀錄。含完整證號與出生日期者，尚不得查看的報名仍遮蔽',
  body: z.extend(listQuery(input), {
    ...exportFields,
    identity: z._default(z.boolean(), false),
    columns: exportedColumns(registrationColumns),
  }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'step_up_required', 'identity_budget_spent'],
});

/* Unpaid after the deadline. */

export const OverdueRow = z.object({
  id: z.int(),
  version: z.int(),
  paymentDue: z.string(),
  person: z.object({ id: z.int(), name: z.string(), identity: z.string(), phone: z.nullable(z.string()) }),
  class: z.object({ id: z.int(), code: z.string(), course: z.string(), startTime: z.string() }),
  group: z.nullable(z.string()),
  owed: z.int(),
  remindedAt: z.nullable(z.string()),
});
export type OverdueRow = z.infer<typeof OverdueRow>;

const overdueInput = {
  filters: { class: codeFilter, ...InOrganization },
  sorts: ['paymentDue'],
  sort: 'paymentDue',
} as const;

export const overdueList = endpoint({
  method: 'GET',
  path: '/api/office/overdue',
  access: 'person.read',
  summary: '逾期未繳：已過繳費期限而尚未繳費的報名',
  query: listQuery(overdueInput),
  answer: listAnswer(OverdueRow),
  refusals: [],
});

export const exportOverdue = endpoint({
  method: 'POST',
  path: '/api/office/overdue/export',
  access: 'export.list',
  summary: '依篩選條件匯出逾期未繳；每次匯出皆留下紀錄',
  body: z.extend(listQuery(overdueInput), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

const ids = z
  .array(z.int().check(z.positive()), { error: '請選擇報名' })
  .check(z.minLength(1, { error: '請選擇報名' }), z.maxLength(100, { error: '一次以 100 筆為限' }));
const results = z.object({
  results: z.array(z.object({ id: z.int(), done: z.boolean(), why: z.nullable(z.string()) })),
});

export const remindOverdue = endpoint({
  method: 'POST',
  path: '/api/office/overdue/remind',
  access: 'registration.review',
  summary: '寄出繳費提醒；每筆各自回覆結果',
  body: z.object({ ids }),
  answer: results,
  refusals: [],
});

export const cancelOverdue = endpoint({
  method: 'POST',
  path: '/api/office/overdue/cancel',
  access: 'registration.review',
  summary: '取消逾期未繳的報名並通知學員；每筆各自回覆結果',
  body: z.object({ registrations: SeenRegistrations }),
  answer: results,
  refusals: [],
});

/* Releasing an identity number. */

/** An identity, passport or residence number, which somebody may hold or not. */
export const wholeNumber = text({ label: '號碼', max: 40 }).check(z.overwrite(normaliseIdentity));
export const RELEASE_REASON_MAX = 500;

const NumberForm = z.object({ number: wholeNumber });

export const Holder = z.object({
  id: z.int(),
  country: Country,
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  organization: z.nullable(z.string()),
  createdAt: z.string(),
  isMailboxConfirmed: z.boolean(),
  isSuspended: z.boolean(),
  /** The person came from the old system: the number belongs to them and cannot be released. */
  isImported: z.boolean(),
  /** The seats that a release cancels, and those that stay for staff to decide about. */
  seats: z.object({ cancelled: z.int(), kept: z.int() }),
});
export type Holder = z.infer<typeof Holder>;

/** A POST keeps the number out of addresses and logs. */
export const findHolder = endpoint({
  method: 'POST',
  path: '/api/office/identifiers/holder',
  access: 'person.release',
  summary: '以完整的身分證字號、護照號碼或居留證號尋找使用該號碼的學員帳號；每次皆留下紀錄',
  body: NumberForm,
  answer: z.object({ holder: z.nullable(Holder) }),
  refusals: [],
});

export const ReleaseForm = z.object({
  reason: text({ label: '核對方式與原因', max: RELEASE_REASON_MAX, lines: true }),
});
export type ReleaseForm = z.infer<typeof ReleaseForm>;

export const Released = z.object({ id: z.int(), seats: Holder.shape.seats });
export type Released = z.infer<typeof Released>;

export const releaseNumber = endpoint({
  method: 'POST',
  path: '/api/office/identifiers/release',
  access: 'person.release',
  stepUp: true,
  summary: '釋出被他人用來加入學員的號碼；該帳號隨即停用，未繳費且未開課的報名一併取消',
  body: z.extend(ReleaseForm, { number: wholeNumber, holderId: z.int().check(z.positive()) }),
  idempotencyField: 'form',
  answer: Released,
  refusals: ['number_moved', 'account_imported'],
});

/* Mailboxes. */

/** How staff know the person: by the identity card, or by a stored phone number that the person names. */
const MailboxProof = z.enum(['card', 'phone'], { error: '請選擇核對方式' });

const mailboxFields = z.object({
  number: text({ label: '證號', max: 40 }).check(z.overwrite(normaliseIdentity)),
  birthday: givenBirthDate.check(refuse(birthDateFault)),
  proof: MailboxProof,
  phone: optionalText({ label: '電話', max: 20 }),
  email: personFields.email,
});

export const MailboxForm = mailboxFields.check(
  withRules<z.infer<typeof mailboxFields>>([
    {
      needs: ['proof', 'phone'],
      faults: ({ proof, phone }) =>
        proof === 'phone' && phone === null ? [{ field: 'phone', text: '請輸入學員說出的電話' }] : [],
    },
  ]),
);
export type MailboxForm = z.infer<typeof MailboxForm>;

export const setMailbox = endpoint({
  method: 'POST',
  path: '/api/office/people/mailbox',
  access: 'person.edit',
  stepUp: true,
  summary: '為使用預設密碼且未登錄電子郵件的學員登錄電子郵件；須知道證號與出生日期，並核對證件或已登錄的電話',
  body: MailboxForm,
  answer: z.object({ id: z.int() }),
  refusals: ['person_not_matched', 'mailbox_stored', 'phone_unknown'],
});

/* Enrolment on behalf, moves. */

const Seats = {
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  startTime: z.string(),
  place: z.string(),
  fee: z.int(),
  left: z.int(),
};

/** `overridable`: staff may enrol with a reason. */
const ClassObstacle = z.object({ code: EnrolmentObstacle, text: z.string(), overridable: z.boolean() });

export const enrollableClasses = endpoint({
  method: 'GET',
  path: '/api/office/enrolments/classes',
  access: 'registration.review',
  summary: '可代為報名的班別：已發布、尚未開課，依開課日期',
  query: z.object({
    search: z._default(searchText(60), ''),
    ...InOrganization,
  }),
  answer: z.array(z.object({ ...Seats, obstacle: z.nullable(ClassObstacle) })),
  refusals: [],
});

export const Applicant = z.object({
  id: z.int(),
  name: z.string(),
  identity: z.string(),
  phone: z.nullable(z.string()),
  organization: z.nullable(z.string()),
  complete: z.boolean(),
  suspended: z.boolean(),
});
export type Applicant = z.infer<typeof Applicant>;

export const findApplicants = endpoint({
  method: 'POST',
  path: '/api/office/enrolments/people',
  access: 'registration.review',
  summary:
    '以姓名、身分證字號（護照號碼、居留證號）或行動電話尋找本會學員，須完全相同；其他會別的學員以 /enrolments/person 確認',
  allowedOnFullDisk: true,
  body: z.object({ search: text({ label: '姓名、證號或電話', max: 60 }).check(halfWidth) }),
  /** At most 20 people. */
  answer: z.array(Applicant),
  refusals: [],
});

const ApplicantNumber = z.object({ number: wholeNumber });

const proofFields = z.object({
  number: wholeNumber,
  by: z.enum(['birthday', 'code'], { error: '請選擇確認方式' }),
  /** Needed if `by` is `birthday`. */
  birthday: z.pipe(
    optionalText({ label: '出生日期', max: 40 }),
    z.transform((value) => value?.normalize('NFKC') ?? null),
  ),
  /** Needed if `by` is `code`. */
  code: mailedCode,
});

export const ApplicantProof = proofFields.check(
  withRules<z.infer<typeof proofFields>>([
    {
      needs: ['by', 'birthday'],
      faults: ({ by, birthday }) => {
        if (by !== 'birthday') return [];
        const fault = birthday === null ? '請輸入出生日期' : birthDateFault(birthday);
        return fault === null ? [] : [{ field: 'birthday', text: fault }];
      },
    },
    {
      needs: ['by', 'code'],
      faults: ({ by, code }) =>
        by === 'code' && code === null ? [{ field: 'code', text: '請輸入驗證碼' }] : [],
    },
  ]),
);
export type ApplicantProof = z.infer<typeof ApplicantProof>;

/** How long a confirmed person may be enrolled. */
export const APPLICANT_MINUTES = 30;

/** A POST keeps numbers and birth dates out of addresses and logs. */
export const identifyApplicant = endpoint({
  method: 'POST',
  path: '/api/office/enrolments/person',
  access: 'registration.review',
  summary: `以證號與出生日期，或寄至學員信箱的驗證碼，確認任一會別的學員；${APPLICANT_MINUTES} 分鐘內可代為報名，每次皆留下紀錄`,
  body: ApplicantProof,
  answer: Applicant,
  refusals: ['applicant_mismatch', 'applicant_code_wrong', 'too_many_attempts'],
});

export const sendApplicantCode = endpoint({
  method: 'POST',
  path: '/api/office/enrolments/code',
  access: 'registration.review',
  summary: '寄驗證碼至學員已確認的電子信箱，供學員告知承辦人員；每次皆留下紀錄',
  body: ApplicantNumber,
  answer: z.object({ minutes: z.int() }),
  refusals: ['applicant_without_mailbox', 'applicant_codes_spent', 'too_many_attempts'],
});

/** Required if trainees could not enrol themselves. */
export const enrolReason = optionalText({ label: '原因', max: REASON_MAX, lines: true });
const enrolment = { code: classCode, reason: enrolReason };

const enrolledNewPerson = z.object({ ...enrolment, ...newPersonFields });

/** The birth date is the password until they set one. */
export const NewPersonForm = enrolledNewPerson.check(
  withRules<z.infer<typeof enrolledNewPerson>>(newPersonRules),
);
export type NewPersonForm = z.infer<typeof NewPersonForm>;

const enrolRefusals = [
  'staff_class_unknown',
  'staff_class_full',
  'staff_class_started',
  'class_reserved',
  'override_reason',
  'person_holds_seat',
] as const;

export const enrolPerson = endpoint({
  method: 'POST',
  path: '/api/office/enrolments',
  access: 'registration.review',
  summary: '代為報名本會學員或已確認的學員；報名期間與個人報名的限制可附原因略過，名額不可',
  body: z.object({ ...enrolment, accountId: z.int().check(z.positive()) }),
  idempotencyField: 'form',
  answer: RegistrationDetail,
  refusals: [...enrolRefusals, 'person_unknown', 'person_suspended'],
});

export const enrolNewPerson = endpoint({
  method: 'POST',
  path: '/api/office/enrolments/new-person',
  access: 'registration.review',
  summary: '建立學員帳號並代為報名；預設密碼為出生日期',
  body: NewPersonForm,
  idempotencyField: 'form',
  answer: RegistrationDetail,
  refusals: [...enrolRefusals, 'person_exists', 'birthday_after_today'],
});

export const MoveTarget = z.object({
  ...Seats,
  /** The fee of this class minus the fee of the current one. */
  difference: z.int(),
  obstacle: z.nullable(z.string()),
});
export type MoveTarget = z.infer<typeof MoveTarget>;

export const moveTargets = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id/move-targets',
  access: 'registration.review',
  summary: '可轉入的班別：相同訓練項目、尚未開課',
  params: RegistrationId,
  answer: z.array(MoveTarget),
  refusals: ['not_found'],
});

export const moveRegistration = endpoint({
  method: 'POST',
  path: '/api/office/registrations/:id/move',
  access: 'registration.review',
  summary: '轉班：名額與繳費一併轉移，並通知學員',
  params: RegistrationId,
  body: z.object({
    code: classCode,
    difference: z.int(),
    reason: enrolment.reason,
    version: seenVersion,
  }),
  answer: RegistrationDetail,
  refusals: [
    'registration_unknown',
    'changed_meanwhile',
    'review_conflict',
    'staff_class_unknown',
    'staff_class_full',
    'staff_class_started',
    'person_holds_seat',
    'class_reserved',
    'move_same_class',
    'move_other_course',
    'move_result',
    'move_reported',
    'move_difference',
  ],
});
