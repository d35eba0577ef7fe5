import * as z from 'zod/mini';
import { Country } from '../country.ts';
import { documentFile } from '../documents.ts';
import { endpoint } from '../endpoint.ts';
import { halfWidth, optionalText, refuse, text, withRules } from '../fields.ts';
import { birthDateFault, givenBirthDate } from '../passwords.ts';
import { chineseName, personFields, photoFile } from '../person-form.ts';
import { codePoints } from '../primitives.ts';
import { HistoryEntry, seenVersion } from './audit.ts';
import type { RegisterState } from './certificate-register.ts';
import { registerStateNames } from './code-names.ts';
import { wholeNumber } from './enrolment.ts';
import {
  codeFilter,
  ExportedFile,
  exportedColumns,
  exportFields,
  InOrganization,
  listAnswer,
  listQuery,
  wordFilter,
} from './list.ts';
import { newPersonFields, newPersonRules } from './new-person.ts';

export const personStates = ['suspended', 'incomplete'] as const;

export const PersonRow = z.object({
  id: z.int(),
  name: z.string(),
  /** Masked. */
  identity: z.string(),
  /** Null for a person of the old system without a branch. */
  organization: z.nullable(z.string()),
  /** `1990-**-**` */
  birthday: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  employer: z.nullable(z.string()),
  /** The names of the person's groups. */
  groups: z.array(z.string()),
  /** Certificates that are neither replaced nor revoked. They may have expired. */
  certificates: z.int(),
  isSuspended: z.boolean(),
  isComplete: z.boolean(),
  createdAt: z.string(),
});
export type PersonRow = z.infer<typeof PersonRow>;

const input = {
  filters: {
    state: wordFilter(personStates),
    group: codeFilter,
    /** People with a registration in the class. */
    class: codeFilter,
    ...InOrganization,
  },
  sorts: ['createdAt', 'name'],
  sort: '-createdAt',
} as const;

export const personList = endpoint({
  method: 'GET',
  path: '/api/office/people',
  access: 'person.read',
  summary: '學員名單：所屬會別在權限範圍內的學員，新加入者在前。證號遮蔽顯示',
  query: listQuery(input),
  answer: listAnswer(PersonRow),
  refusals: [],
});

/** The columns that an export may have. */
export const personColumns = [
  'created',
  'name',
  'identity',
  'organization',
  'groups',
  'certificates',
  'state',
  'phone',
  'email',
  'employer',
  'birthday',
] as const;
export type PersonColumn = (typeof personColumns)[number];

export const exportPeople = endpoint({
  method: 'POST',
  path: '/api/office/people/export',
  access: 'export.list',
  summary: '依篩選條件匯出學員名單的所選欄位；每次匯出皆留下紀錄。完整證號與出生日期另須具備權限並再次驗證',
  body: z.extend(listQuery(input), {
    ...exportFields,
    identity: z._default(z.boolean(), false),
    columns: exportedColumns(personColumns),
  }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'step_up_required', 'identity_budget_spent'],
});

/** The most people that a search answers. */
export const PEOPLE_FOUND = 20;
const SEARCH_MIN = 2;

/** A POST keeps names and numbers out of addresses and logs. */
export const findPeople = endpoint({
  method: 'POST',
  path: '/api/office/people/search',
  access: 'person.read',
  summary:
    '以姓名、完整證號、電話或電子信箱搜尋學員。elsewhere 一併尋找與本會無往來的學員：須完全相同，只回覆姓名，每次皆留下紀錄',
  body: z.object({
    q: text({ label: '關鍵字', max: 60 }).check(
      halfWidth,
      refuse((value: string) => (codePoints(value) < SEARCH_MIN ? `請輸入至少 ${SEARCH_MIN} 個字` : null)),
    ),
    elsewhere: z._default(z.boolean(), false),
    ...InOrganization,
  }),
  answer: z.object({
    people: z.array(PersonRow),
    isMore: z.boolean(),
    /** People who never had to do with the organisations of the caller. */
    peopleElsewhere: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
  refusals: ['too_many_attempts'],
});

/** The most people that a page may ask about at once. */
export const OPEN_PEOPLE_MAX = 500;

/** Names of other people lead nowhere. A POST, because a page may show hundreds of people. */
export const openPeople = endpoint({
  method: 'POST',
  path: '/api/office/people/open',
  access: 'person.read',
  summary: '所列學員中，資料頁可開啟者',
  allowedOnFullDisk: true,
  body: z.object({
    ids: z
      .array(z.int().check(z.positive()), { error: '請選擇學員' })
      .check(z.minLength(1, { error: '請選擇學員' }), z.maxLength(OPEN_PEOPLE_MAX)),
  }),
  answer: z.object({ ids: z.array(z.int()) }),
  refusals: [],
});

const addedPerson = z.object({
  ...newPersonFields,
  organizationId: z.int({ error: '請選擇會別' }).check(z.positive({ error: '請選擇會別' })),
});

/** The birth date is the password until they set one. */
export const AddPersonForm = addedPerson.check(withRules<z.infer<typeof addedPerson>>(newPersonRules));
export type AddPersonForm = z.infer<typeof AddPersonForm>;

export const addPerson = endpoint({
  method: 'POST',
  path: '/api/office/people',
  access: 'person.edit',
  summary: '新增學員：建立帳號，預設密碼為出生日期，並寄信通知；證號已有帳號者不新增',
  body: AddPersonForm,
  idempotencyField: 'form',
  answer: z.object({ id: z.int() }),
  refusals: [
    'person_exists',
    'person_listed',
    'person_elsewhere',
    'person_organization',
    'birthday_after_today',
  ],
});

/* The page of a person. */

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const PersonFacts = z.object({
  country: Country,
  englishName: z.nullable(z.string()),
  /** Masked. */
  identity: z.string(),
  /** 1 male, 0 female. */
  sex: z.nullable(z.int()),
  age: z.nullable(z.int()),
  organization: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  isPhoneConfirmed: z.boolean(),
  homePhone: z.nullable(z.string()),
  companyPhone: z.nullable(z.string()),
  email: z.nullable(z.string()),
  isEmailConfirmed: z.boolean(),
  address: z.nullable(z.string()),
  employer: z.nullable(z.string()),
  career: z.nullable(z.string()),
  education: z.nullable(z.string()),
  educationStatus: z.nullable(z.string()),
  school: z.nullable(z.string()),
  department: z.nullable(z.string()),
  /** A tag that differs for each photo. It is null without a photo. */
  photo: z.nullable(z.string()),
  isComplete: z.boolean(),
  /** The birth date is the password until the person sets one. */
  hasOwnPassword: z.boolean(),
  /** Null: the person did not come from the old system. */
  importedAt: z.nullable(z.string()),
  createdAt: z.string(),
  suspendedAt: z.nullable(z.string()),
});
export type PersonFacts = z.infer<typeof PersonFacts>;

export const PersonDetail = z.object({
  id: z.int(),
  name: z.string(),
  /** A form that changes the person sends back the version that it was shown. */
  version: z.int(),
  /** Null for somebody who never had to do with the caller's organisations, until the caller names a purpose. */
  facts: z.nullable(PersonFacts),
  /** The end of the time for which the page is open because the caller named a purpose. */
  openUntil: z.nullable(z.string()),
  /** The record of the same person that this one was merged into. */
  mergedInto: z.nullable(z.object({ id: z.int(), name: z.string() })),
  can: z.object({
    identity: z.boolean(),
    suspend: z.boolean(),
    resume: z.boolean(),
    endSessions: z.boolean(),
    sendResetLink: z.boolean(),
    rejectPhoto: z.boolean(),
    replacePhoto: z.boolean(),
    edit: z.boolean(),
    changeIdentity: z.boolean(),
    merge: z.boolean(),
    /** See who looked at the person. */
    looks: z.boolean(),
  }),
});
export type PersonDetail = z.infer<typeof PersonDetail>;

export const personDetail = endpoint({
  method: 'GET',
  path: '/api/office/people/:id',
  access: 'person.read',
  summary: '一位學員的資料，證號遮蔽顯示；與本會無往來者須先由搜尋找到，且在說明目的前只有姓名',
  params: ById,
  answer: PersonDetail,
  refusals: ['not_found'],
});

/** How long a named purpose opens the page. */
export const PURPOSE_MINUTES = 30;
export const PURPOSE_MAX = 200;

export const PurposeForm = z.object({
  purpose: text({ label: '查閱目的', max: PURPOSE_MAX, lines: true }),
});
export type PurposeForm = z.infer<typeof PurposeForm>;

export const namePurpose = endpoint({
  method: 'POST',
  path: '/api/office/people/:id/purpose',
  access: 'person.read',
  stepUp: true,
  summary: `說明查閱其他會別學員的目的，${PURPOSE_MINUTES} 分鐘內可查看其資料；留下紀錄，並計入每小時調閱次數`,
  params: ById,
  body: PurposeForm,
  answer: PersonDetail,
  refusals: ['not_found', 'identity_budget_spent'],
});

export const personIdentity = endpoint({
  method: 'POST',
  path: '/api/office/people/:id/identity',
  access: 'person.identity',
  stepUp: true,
  summary: '顯示完整證號與出生日期；每次皆留下紀錄',
  params: ById,
  answer: z.object({ identity: z.string(), birthday: z.nullable(z.string()) }),
  refusals: ['not_found', 'identity_masked', 'identity_budget_spent'],
});

export const personPhoto = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/photo',
  access: 'person.read',
  summary: '學員的照片；每次調閱都會留下紀錄',
  params: ById,
  /** The tag that the facts hold, so that the browser does not show the former photo. */
  query: z.object({ photo: z.optional(z.string().check(z.regex(/^[\w-]{12}$/, { error: '照片不正確' }))) }),
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'image/jpeg',
  refusals: ['not_found'],
});

const HeldClass = z.object({
  registrationId: z.int(),
  code: z.string(),
  course: z.string(),
  startTime: z.string(),
});

export const personLedger = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/ledger',
  access: 'payment.read',
  summary: '學員各筆報名的帳目：應收、已收、退費與尚應繳',
  params: ById,
  answer: z.array(
    z.extend(HeldClass, {
      charged: z.int(),
      received: z.int(),
      refunded: z.int(),
      /** The amount that the person still owes. */
      balance: z.int(),
      /** Money that the branch holds. */
      held: z.int(),
    }),
  ),
  refusals: [],
});

export const personResults = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/results',
  access: 'result.read',
  summary: '學員已公布的成績',
  params: ById,
  answer: z.array(
    z.extend(HeldClass, {
      /** 1 pass, 2 fail. */
      result: z.int(),
      scores: z.array(z.object({ subject: z.string(), score: z.number() })),
    }),
  ),
  refusals: [],
});

export const personCertificates = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/certificates',
  access: 'certificate.read',
  summary: '學員的證照，新的在前；其他會別核發者沒有連結',
  params: ById,
  answer: z.array(
    z.object({
      id: z.int(),
      number: z.string(),
      kind: z.string(),
      course: z.string(),
      organization: z.string(),
      issuedOn: z.string(),
      endTime: z.string(),
      state: z.enum(Object.keys(registerStateNames) as [RegisterState, ...RegisterState[]]),
      canOpen: z.boolean(),
    }),
  ),
  refusals: [],
});

export const personGroups = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/groups',
  access: 'group.read',
  summary: '學員所屬與曾屬的團體',
  params: ById,
  answer: z.array(
    z.object({
      code: z.string(),
      name: z.string(),
      role: z.enum(['manager', 'member']),
      joinedAt: z.string(),
      leftAt: z.nullable(z.string()),
    }),
  ),
  refusals: [],
});

export const personHistory = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/history',
  access: 'person.read',
  summary: '一位學員的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

/* Acts of staff on the people of their own branches. */

export const PERSON_REASON_MAX = 500;
const act = { method: 'POST', access: 'person.edit', params: ById, answer: PersonDetail } as const;
const reason = text({ label: '原因', max: PERSON_REASON_MAX, lines: true });

export const suspendPerson = endpoint({
  ...act,
  path: '/api/office/people/:id/suspend',
  stepUp: true,
  summary: '停用學員帳號：所有登入立即結束，不能再登入；報名與證照不受影響。重複送出不是錯誤',
  body: z.object({ reason }),
  refusals: ['not_found'],
});

export const resumePerson = endpoint({
  ...act,
  path: '/api/office/people/:id/resume',
  stepUp: true,
  summary: '恢復已停用的學員帳號；號碼已釋出的帳號不能恢復。重複送出不是錯誤',
  body: z.object({ reason }),
  refusals: ['not_found', 'person_released', 'person_merged'],
});

export const rejectPersonPhoto = endpoint({
  ...act,
  path: '/api/office/people/:id/photo/reject',
  summary: '退回照片並寄信請學員重新上傳，附原因',
  body: z.object({ reason }),
  idempotencyField: 'form',
  refusals: ['not_found', 'person_without_photo'],
});

export const replacePersonPhoto = endpoint({
  ...act,
  path: '/api/office/people/:id/photo',
  summary: '更換照片並寄信通知學員；已核發證照的照片不變',
  multipart: photoFile,
  idempotencyField: 'file',
  refusals: [
    'not_found',
    'person_suspended',
    'photo_not_image',
    'photo_kind',
    'photo_too_large',
    'photo_too_many_pixels',
    'photo_too_small',
    'photo_damaged',
  ],
});

export const endPersonSessions = endpoint({
  ...act,
  path: '/api/office/people/:id/end-sessions',
  summary: '結束學員在所有裝置的登入',
  refusals: ['not_found'],
});

export const sendPersonResetLink = endpoint({
  ...act,
  path: '/api/office/people/:id/reset-link',
  summary: '寄重設密碼的連結至學員登錄的電子信箱；一小時內最多五次',
  idempotencyField: 'form',
  refusals: ['not_found', 'person_suspended', 'person_without_mailbox', 'too_many_attempts'],
});

/* What trainees may change themselves. Fields are named as in their form; empty ones are stored as unknown. */

const chosenId = (label: string) =>
  z._default(
    z.nullable(z.int({ error: `請選擇${label}` }).check(z.positive({ error: `請選擇${label}` }))),
    null,
  );
const typed = <S extends z.ZodMiniType<string, string>>(field: S) =>
  z.pipe(optionalText({ label: '資料', max: 254 }), z.nullable(field));

const editedFields = {
  english_name: personFields.english_name,
  sex: z._default(z.nullable(z.literal([0, 1], { error: '請選擇性別' })), null),
  cell_phone: typed(personFields.cell_phone),
  home_phone: personFields.home_phone,
  company_phone: personFields.company_phone,
  /** The id of the area, which tells the city. */
  area: chosenId('鄉鎮市區'),
  address: typed(personFields.address),
  address_code: typed(personFields.address_code),
  career: personFields.career,
  career_id: chosenId('職業'),
  education: chosenId('學歷'),
  educationstatuse: chosenId('就學狀況'),
  school: personFields.school,
  department: personFields.department,
};

export const PersonEditForm = z.object({ ...editedFields, version: seenVersion });
export type PersonEditForm = z.infer<typeof PersonEditForm>;

/** The values with which the form begins. */
const PersonEdit = z.object({
  name: z.string(),
  country: Country,
  version: z.int(),
  english_name: z.nullable(z.string()),
  sex: z.nullable(z.int()),
  cell_phone: z.nullable(z.string()),
  home_phone: z.nullable(z.string()),
  company_phone: z.nullable(z.string()),
  city: z.nullable(z.int()),
  area: z.nullable(z.int()),
  address: z.nullable(z.string()),
  address_code: z.nullable(z.string()),
  career: z.nullable(z.string()),
  career_id: z.nullable(z.int()),
  education: z.nullable(z.int()),
  educationstatuse: z.nullable(z.int()),
  school: z.nullable(z.string()),
  department: z.nullable(z.string()),
});
export type PersonEdit = z.infer<typeof PersonEdit>;

export const editedPerson = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/profile',
  access: 'person.edit',
  summary: '學員可自行修改的資料，供承辦修改',
  params: ById,
  answer: PersonEdit,
  refusals: ['not_found'],
});

export const editPerson = endpoint({
  ...act,
  path: '/api/office/people/:id/profile',
  summary: '修改學員可自行修改的資料（電子郵件除外），並寄信告知學員修改了哪些欄位',
  body: PersonEditForm,
  refusals: [
    'not_found',
    'changed_meanwhile',
    'person_suspended',
    'area_unknown',
    'postal_code_elsewhere',
    'career_unknown',
    'education_unknown',
    'education_status_unknown',
  ],
});

/* 身分資料變更. */

const changedBirthday = z.pipe(
  optionalText({ label: '出生日期', max: 40 }),
  z.nullable(givenBirthDate.check(refuse(birthDateFault))),
);

const identityFields = z.object({
  /** Empty fields stay as they are. */
  chinese_name: z.pipe(optionalText({ label: '中文姓名', max: 50 }), z.nullable(chineseName)),
  number: z.pipe(optionalText({ label: '證號', max: 40 }), z.nullable(wholeNumber)),
  birthday: changedBirthday,
  reason,
  version: z.coerce.number({ error: '版本不正確' }).check(z.int({ error: '版本不正確' }), z.minimum(0)),
});

/** The fields of a form with a file: all are texts. */
export const IdentityChangeForm = identityFields.check(
  withRules<z.infer<typeof identityFields>>([
    {
      needs: ['chinese_name', 'number', 'birthday'],
      faults: ({ chinese_name, number, birthday }) =>
        chinese_name === null && number === null && birthday === null
          ? [{ field: 'chinese_name', text: '請輸入要變更的資料' }]
          : [],
    },
  ]),
);
export type IdentityChangeForm = z.infer<typeof IdentityChangeForm>;

const proofFaults = [
  'document_missing',
  'document_kind',
  'document_too_large',
  'document_too_many_pixels',
  'document_damaged',
  'document_encrypted',
  'document_active',
] as const;

export const changeIdentity = endpoint({
  method: 'POST',
  path: '/api/office/people/:id/identity-changes',
  access: 'person.identity',
  stepUp: true,
  summary:
    '身分資料變更：變更學員不能自行修改的姓名、證號或出生日期，須附原因與證明文件；變更前後的資料永久保存，證照仍屬該學員',
  params: ById,
  body: IdentityChangeForm,
  multipart: documentFile,
  idempotencyField: 'file',
  answer: z.object({
    person: PersonDetail,
    /** Valid certificates, which say what the person was called before. */
    certificates: z.int(),
  }),
  refusals: ['not_found', 'changed_meanwhile', 'identity_unchanged', 'identity_taken', ...proofFaults],
});

const ChangedFields = z.object({
  name: z.nullable(z.string()),
  /** Masked. */
  number: z.nullable(z.string()),
  isBirthdayChanged: z.boolean(),
});

export const identityChanges = endpoint({
  method: 'GET',
  path: '/api/office/people/:id/identity-changes',
  access: 'person.identity',
  summary: '一位學員的身分資料變更，新的在前；證號遮蔽顯示',
  params: ById,
  answer: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      by: z.string(),
      before: ChangedFields,
      after: ChangedFields,
      reason: z.string(),
    }),
  ),
  refusals: ['not_found'],
});

export const identityProof = endpoint({
  method: 'GET',
  path: '/api/office/people/identity-changes/:id/file',
  access: 'person.identity',
  summary: '開啟身分資料變更的證明文件；每次調閱都會留下紀錄',
  params: ById,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found'],
});
