import * as z from 'zod/mini';
import { EnrolmentObstacle } from '../catalogue.ts';
import { classCode } from '../class-code.ts';
import { Country } from '../country.ts';
import { endpoint } from '../endpoint.ts';
import { halfWidth, optionalText, refuse, searchText, text, withRules } from '../fields.ts';
import { identity } from '../login-form.ts';
import { birthDateFault, givenBirthDate, mailedCode } from '../passwords.ts';
import { chineseName, identityFaults, personFields } from '../person-form.ts';
import { isForeignPhone, isMobile } from '../phones.ts';
import { wholeNumber } from './identifiers.ts';
import { REASON_MAX, RegistrationDetail, RegistrationId } from './reviews.ts';
import { InOrganization } from './scope.ts';
import { seenVersion } from './version.ts';

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
  /** At most 20. */
  answer: z.array(Applicant),
  refusals: [],
});

const ApplicantNumber = z.object({ number: wholeNumber });

const proofFields = z.object({
  number: wholeNumber,
  by: z.enum(['birthday', 'code'], { error: '請選擇確認方式' }),
  /** For `birthday`. */
  birthday: z.pipe(
    optionalText({ label: '出生日期', max: 40 }),
    z.transform((value) => value?.normalize('NFKC') ?? null),
  ),
  /** For `code`. */
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

const enrolment = {
  code: classCode,
  /** Required if trainees could not enrol themselves. */
  reason: optionalText({ label: '原因', max: REASON_MAX, lines: true }),
};

const newPersonFields = z.object({
  ...enrolment,
  country: Country,
  id_number: identity('身分證字號'),
  passport_no: identity('護照號碼或居留證號'),
  chinese_name: chineseName,
  birthday: givenBirthDate.check(refuse(birthDateFault)),
  cell_phone: personFields.cell_phone,
  /** Without it the person gets no mail and cannot set a password until the branch has stored one. */
  email: z.optional(z.nullable(personFields.email)),
});

/** The birth date is the password until they set one. Fields are named as in the registration, whose rules they share. */
export const NewPersonForm = newPersonFields.check(
  withRules<z.infer<typeof newPersonFields>>([
    { needs: ['country', 'id_number', 'passport_no'], faults: identityFaults },
    {
      needs: ['country', 'cell_phone'],
      faults: ({ country, cell_phone }) =>
        isMobile(cell_phone) || (country === 'foreign' && isForeignPhone(cell_phone))
          ? []
          : [{ field: 'cell_phone', text: '行動電話格式不正確，例如 0900-000000' }],
    },
  ]),
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
