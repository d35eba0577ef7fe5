import * as z from 'zod/mini';
import { paperFormats } from '../certificates.ts';
import { isDate } from '../dates.ts';
import { documentFile, documentKinds } from '../documents.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, type Rule, text, withRules } from '../fields.ts';
import { Actor, HistoryEntry, seenVersion } from './audit.ts';
import { registerStateNames } from './code-names.ts';
import {
  codeFilter,
  dayFilter,
  ExportedFile,
  exportFormats,
  InOrganization,
  idFilter,
  listAnswer,
  listQuery,
  searchFilter,
  wordFilter,
} from './list.ts';

export type RegisterState = keyof typeof registerStateNames;
const states = Object.keys(registerStateNames) as [RegisterState, ...RegisterState[]];

export const RegisterRow = z.object({
  id: z.int(),
  number: z.string(),
  registerNumber: z.nullable(z.string()),
  personId: z.int(),
  /** The name on the certificate. */
  name: z.string(),
  identity: z.string(),
  kind: z.string(),
  course: z.string(),
  classCode: z.nullable(z.string()),
  organization: z.string(),
  issuedOn: z.string(),
  /** The last valid day. */
  endTime: z.string(),
  state: z.enum(states),
});
export type RegisterRow = z.infer<typeof RegisterRow>;

const input = {
  filters: {
    /** The beginning of a number, a whole register number, or a name or identity number of the holder. */
    search: searchFilter,
    kind: idFilter,
    course: codeFilter,
    class: codeFilter,
    state: wordFilter(states),
    /** Days of issue. */
    from: dayFilter,
    until: dayFilter,
    ...InOrganization,
  },
  sorts: ['issuedOn', 'endTime'],
  sort: '-issuedOn',
} as const;

export const certificateList = endpoint({
  method: 'GET',
  path: '/api/office/certificates',
  access: 'certificate.read',
  summary: '證照清冊：已核發的證照與目前的狀態，新的在前',
  query: listQuery(input),
  answer: listAnswer(RegisterRow),
  refusals: [],
});

const registerFormats = [...exportFormats, 'pdf'] as const;

/** The most rows of a register as PDF. */
export const MAX_PAPER_ROWS = 500;

export const exportCertificates = endpoint({
  method: 'POST',
  path: '/api/office/certificates/export',
  access: 'certificate.read',
  summary: '依篩選條件匯出證照清冊；另須具備匯出權限，每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), { format: z.enum(registerFormats, { error: '檔案格式不正確' }) }),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy', 'register_too_long'],
});

export const registerKinds = endpoint({
  method: 'GET',
  path: '/api/office/certificate-register/kinds',
  access: 'certificate.read',
  summary: '證照清冊可篩選的證照種類',
  answer: z.array(z.object({ id: z.int(), name: z.string() })),
  refusals: [],
});

const OtherCertificate = z.object({ id: z.int(), number: z.string() });

export const CertificateDetail = z.extend(RegisterRow, {
  version: z.int(),
  chineseName: z.nullable(z.string()),
  englishName: z.nullable(z.string()),
  hours: z.nullable(z.int()),
  firstDay: z.nullable(z.string()),
  lastDay: z.nullable(z.string()),
  years: z.int(),
  registrationId: z.nullable(z.int()),
  /** The document that proves a certificate without a class. `certificateProof` opens its file. */
  proof: z.nullable(z.object({ reason: z.string(), kind: z.enum(documentKinds), canOpen: z.boolean() })),
  /** SHA-256 of the content. */
  sha256: z.nullable(z.string()),
  ended: z.nullable(z.object({ at: z.string(), by: z.nullable(Actor), reason: z.nullable(z.string()) })),
  predecessor: z.nullable(OtherCertificate),
  successor: z.nullable(OtherCertificate),
  /** The papers that it can be printed on; empty if the caller may not print it. */
  formats: z.array(z.enum(paperFormats)),
  can: z.object({ revoke: z.boolean(), correct: z.boolean() }),
});
export type CertificateDetail = z.infer<typeof CertificateDetail>;

const ById = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

export const certificateDetail = endpoint({
  method: 'GET',
  path: '/api/office/certificates/:id',
  access: 'certificate.read',
  summary: '一張證照的內容、狀態與前後證照',
  params: ById,
  answer: CertificateDetail,
  refusals: ['not_found'],
});

export const certificateHistory = endpoint({
  method: 'GET',
  path: '/api/office/certificates/:id/history',
  access: 'certificate.read',
  summary: '一張證照的歷程',
  params: ById,
  answer: z.array(HistoryEntry),
  refusals: ['not_found'],
});

export const printCertificate = endpoint({
  method: 'POST',
  path: '/api/office/certificates/:id/papers',
  access: 'certificate.issue',
  summary: '下載一張證照的 PDF：a4 為證書，card 為證卡；每次下載皆留下紀錄',
  params: ById,
  body: z.object({ format: z.enum(paperFormats, { error: '請選擇證書或證卡' }) }),
  answer: ExportedFile,
  refusals: ['not_found', 'certificate_no_card', 'certificate_glyphs', 'photo_damaged'],
});

const proofFaults = [
  'document_missing',
  'document_kind',
  'document_too_large',
  'document_too_many_pixels',
  'document_damaged',
  'document_encrypted',
  'document_active',
] as const;

/** Code points. */
export const CERTIFICATE_REASON_MAX = 500;
const reason = text({ label: '原因', max: CERTIFICATE_REASON_MAX, lines: true });

export const revokeCertificate = endpoint({
  method: 'POST',
  path: '/api/office/certificates/:id/revoke',
  access: 'certificate.revoke',
  stepUp: true,
  summary: '撤銷證照並通知持有人；待審核的展延申請一併退回',
  params: ById,
  body: z.object({ reason, version: seenVersion }),
  answer: CertificateDetail,
  refusals: ['certificate_unknown', 'certificate_replaced', 'certificate_ended', 'changed_meanwhile'],
});

const PROOF_REASON_MAX = 500;

const wholeDay = (label: string) =>
  text({ label, max: 10 }).check(z.refine(isDate, { error: `${label}不正確` }));

const chosenId = (error: string) =>
  z.pipe(z.string({ error }).check(z.regex(/^[1-9][0-9]{0,14}$/, { error })), z.transform(Number));

const optionalDay = (label: string) =>
  z.pipe(
    optionalText({ label, max: 10 }),
    z.nullable(z.string().check(z.refine(isDate, { error: `${label}不正確` }))),
  );

const HOURS_MAX = 2000;

const UnclassedFields = z.object({
  accountId: chosenId('請選擇學員'),
  organizationId: chosenId('請選擇發證會別'),
  /** Determines kind and validity. */
  courseId: chosenId('請選擇訓練項目'),
  issuedOn: wholeDay('發證日期'),
  /** If it is missing, the validity of the kind decides. */
  endTime: z._default(optionalDay('有效期限'), null),
  hours: z._default(
    z.pipe(
      optionalText({ label: '時數', max: 4 }),
      z.nullable(
        z.pipe(
          z.string().check(z.regex(/^[1-9][0-9]{0,3}$/, { error: '時數不正確' })),
          z.pipe(z.transform(Number), z.number().check(z.maximum(HOURS_MAX, { error: '時數不正確' }))),
        ),
      ),
    ),
    null,
  ),
  firstDay: z._default(optionalDay('訓練起日'), null),
  lastDay: z._default(optionalDay('訓練迄日'), null),
  reason: text({ label: '發證依據', max: PROOF_REASON_MAX, lines: true }),
});
type UnclassedFields = z.infer<typeof UnclassedFields>;

const CorrectionFields = z.object({
  reason,
  chineseName: optionalText({ label: '中文姓名', max: 60 }),
  englishName: optionalText({ label: '英文姓名', max: 100 }),
  hours: z.nullable(
    z
      .int({ error: '時數不正確' })
      .check(z.minimum(1, { error: '時數不正確' }), z.maximum(HOURS_MAX, { error: '時數不正確' })),
  ),
  firstDay: optionalDay('訓練起日'),
  lastDay: optionalDay('訓練迄日'),
});
type CorrectionFields = z.infer<typeof CorrectionFields>;

const hasName: Rule<CorrectionFields> = {
  needs: ['chineseName', 'englishName'],
  faults: ({ chineseName, englishName }) =>
    chineseName || englishName ? [] : [{ field: 'chineseName', text: '請輸入中文姓名或英文姓名' }],
};

const hasDaysInOrder: Rule<Pick<CorrectionFields, 'firstDay' | 'lastDay'>> = {
  needs: ['firstDay', 'lastDay'],
  faults: ({ firstDay, lastDay }) => {
    if ((firstDay === null) !== (lastDay === null)) return [{ field: 'lastDay', text: '請輸入訓練起迄日' }];
    const isInOrder = firstDay === null || lastDay === null || firstDay <= lastDay;
    return isInOrder ? [] : [{ field: 'lastDay', text: '訓練迄日不得早於起日' }];
  },
};

export const CorrectionForm = CorrectionFields.check(withRules([hasName, hasDaysInOrder]));
export type CorrectionForm = z.infer<typeof CorrectionForm>;

export const correctCertificate = endpoint({
  method: 'POST',
  path: '/api/office/certificates/:id/correct',
  access: 'certificate.issue',
  summary: '更正補發：核發內容更正、日期相同的新證照，原證照標示為已更正並通知持有人；回覆新證照',
  params: ById,
  body: z
    .extend(CorrectionFields, { version: seenVersion })
    .check(withRules<CorrectionFields>([hasName, hasDaysInOrder])),
  answer: CertificateDetail,
  refusals: [
    'certificate_unknown',
    'certificate_revoked',
    'certificate_replaced',
    'certificate_ended',
    'certificate_name',
    'certificate_dates',
    'certificate_kind',
    'certificate_holder',
    'certificate_live',
    'changed_meanwhile',
  ],
});

const endsAfterIssue: Rule<UnclassedFields> = {
  needs: ['issuedOn', 'endTime'],
  faults: ({ issuedOn, endTime }) =>
    endTime !== null && endTime < issuedOn ? [{ field: 'endTime', text: '有效期限不得早於發證日期' }] : [],
};

/** The fields of a form with a file: all are texts. */
export const UnclassedForm = UnclassedFields.check(
  withRules<UnclassedFields>([endsAfterIssue, hasDaysInOrder]),
);
export type UnclassedForm = z.infer<typeof UnclassedForm>;

export const issueWithoutClass = endpoint({
  method: 'POST',
  path: '/api/office/certificates',
  access: 'certificate.issue',
  summary:
    '非課程發證：自舊系統轉入或採認其他機構訓練的證照，須載明依據並附證明文件；對象為本會學員或已確認身分的學員',
  body: UnclassedForm,
  multipart: documentFile,
  idempotencyField: 'file',
  answer: CertificateDetail,
  refusals: [
    'person_unknown',
    'person_suspended',
    'certificate_kind',
    'certificate_dates',
    'certificate_name',
    'certificate_live',
    'certificate_glyphs',
    ...proofFaults,
  ],
});

export const certificateProof = endpoint({
  method: 'GET',
  path: '/api/office/certificates/:id/proof',
  access: 'certificate.issue',
  summary: '開啟非課程發證的證明文件；每次調閱皆留下紀錄',
  params: ById,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found'],
});
