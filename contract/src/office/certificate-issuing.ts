import * as z from 'zod/mini';
import { paperFormats } from '../certificates.ts';
import { endpoint } from '../endpoint.ts';
import { StartedJob } from './jobs.ts';
import { InOrganization } from './list.ts';

const OneClass = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

/** Days after the end of the training: 職業安全衛生教育訓練規則 §28. */
export const ISSUE_WITHIN_DAYS = 15;
/** The clock warns from this day on. */
const ISSUE_WARNS_DAYS = 10;
/** Classes that ended longer ago are not listed. */
export const ISSUE_LISTED_DAYS = 180;
/** The most people of a call. */
const ISSUED_MAX = 1000;

/** The colour of the clock, by the days since the end of the training. */
export const clockOf = (days: number): 'green' | 'amber' | 'red' => {
  if (days > ISSUE_WITHIN_DAYS) return 'red';
  return days >= ISSUE_WARNS_DAYS ? 'amber' : 'green';
};

/** The reasons why a certificate cannot be issued yet. `live`: the person holds a valid one of the kind, which is renewed instead. */
export const lackNames = {
  paid: '尚有未繳款項',
  attendance: '出席未達標準',
  photo: '沒有照片',
  name: '沒有證照姓名',
  identity: '沒有出生日期',
  live: '已持有同種有效證照，請辦理展延',
} as const;
export type Lack = keyof typeof lackNames;
const lacks = Object.keys(lackNames) as [Lack, ...Lack[]];

const shownCertificateStates = ['valid', 'expired', 'renewed', 'corrected', 'revoked', 'lapsed'] as const;

const ShownCertificate = z.object({
  id: z.int(),
  number: z.string(),
  registerNumber: z.nullable(z.string()),
  issuedOn: z.string(),
  /** The last valid day. */
  endTime: z.string(),
  state: z.enum(shownCertificateStates),
});
export type ShownCertificate = z.infer<typeof ShownCertificate>;

export const Candidate = z.object({
  registrationId: z.int(),
  personId: z.int(),
  name: z.string(),
  identity: z.string(),
  group: z.nullable(z.string()),
  /** Empty if the certificate can be issued, or was. */
  lacks: z.array(z.enum(lacks)),
  /** The latest one of this registration. */
  certificate: z.nullable(ShownCertificate),
  /** Another valid one of the kind, which a renewal replaces. */
  live: z.nullable(ShownCertificate),
  /** The certificate is valid, but the result or the registration no longer allows it: it should be revoked. */
  isContradicted: z.boolean(),
  /** All conditions are met, and no certificate was issued or the last one was revoked. */
  isReady: z.boolean(),
});
export type Candidate = z.infer<typeof Candidate>;

/** Days since the last day of training; below 0 before it. */
const TrainingEnd = { lastDay: z.string(), days: z.int() };

export const IssuingSheet = z.object({
  class: z.object({ id: z.int(), code: z.string() }),
  kind: z.object({ name: z.string(), years: z.int() }),
  ...TrainingEnd,
  /** Confirmed people without a published result. */
  unresulted: z.int(),
  people: z.array(Candidate),
  /** The caller's job for this class that has not come to its end. */
  jobId: z.nullable(z.int()),
  /** The papers in which all valid certificates of the class can be printed. */
  formats: z.array(z.enum(paperFormats)),
  can: z.object({ issue: z.boolean() }),
});
export type IssuingSheet = z.infer<typeof IssuingSheet>;

export const issuingSheet = endpoint({
  method: 'GET',
  path: '/api/office/classes/:id/certificates',
  access: 'certificate.read',
  summary: '一個課程的發證名單：成績合格者、欠缺的條件與已核發的證照',
  params: OneClass,
  answer: IssuingSheet,
  refusals: ['not_found'],
});

export const issueCertificates = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/certificates',
  access: 'certificate.issue',
  summary: '核發證照給勾選的學員，或所有條件齊備的學員；以背景作業進行，逐人回覆結果',
  params: OneClass,
  body: z.object({
    /** Everybody who is ready if it is missing. */
    registrationIds: z.optional(
      z
        .array(z.int().check(z.positive()), { error: '請選擇學員' })
        .check(
          z.minLength(1, { error: '請選擇學員' }),
          z.maxLength(ISSUED_MAX, { error: `一次以 ${ISSUED_MAX} 人為限` }),
        ),
    ),
  }),
  idempotencyField: 'form',
  answerStatus: 202,
  answer: StartedJob,
  refusals: ['not_found', 'job_empty'],
});

export const printCertificates = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/certificates/print',
  access: 'certificate.issue',
  summary:
    '將課程的有效證照合併為一份 PDF：a4 為證書，card 為每頁八張、附裁切線的證卡；以背景作業進行，每張皆留下紀錄',
  params: OneClass,
  body: z.object({ format: z.enum(paperFormats, { error: '請選擇證書或證卡' }) }),
  idempotencyField: 'form',
  answerStatus: 202,
  answer: StartedJob,
  refusals: ['not_found', 'job_empty'],
});

export const ClassToIssue = z.object({
  id: z.int(),
  code: z.string(),
  course: z.string(),
  organization: z.string(),
  kind: z.string(),
  ...TrainingEnd,
  /** People with a published pass who have no certificate. */
  waiting: z.int(),
});
export type ClassToIssue = z.infer<typeof ClassToIssue>;

export const classesToIssue = endpoint({
  method: 'GET',
  path: '/api/office/certificate-classes',
  access: 'certificate.read',
  summary: `${ISSUE_LISTED_DAYS} 天內結訓、有合格學員尚未發證的課程，久候者在前`,
  query: z.object(InOrganization),
  /** At most 100 classes. */
  answer: z.array(ClassToIssue),
  refusals: [],
});
