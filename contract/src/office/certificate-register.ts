import * as z from 'zod/mini';
import { paperFormats } from '../certificates.ts';
import { isDate } from '../dates.ts';
import { endpoint } from '../endpoint.ts';
import { optionalText, type Rule, text, withRules } from '../fields.ts';
import { Actor, HistoryEntry, seenVersion } from './audit.ts';
import {
  codeFilter,
  dayFilter,
  ExportedFile,
  exportFields,
  InOrganization,
  idFilter,
  listAnswer,
  listQuery,
  searchFilter,
  wordFilter,
} from './list.ts';

/** From so many days before its end on a certificate is shown as expiring. */
export const EXPIRING_DAYS = 90;

export const registerStateNames = {
  valid: '有效',
  expiring: `${EXPIRING_DAYS} 天內到期`,
  expired: '已過期',
  renewed: '已換發',
  corrected: '已更正',
  revoked: '已撤銷',
  lapsed: '已失效',
} as const;
export type RegisterState = keyof typeof registerStateNames;
const states = Object.keys(registerStateNames) as [RegisterState, ...RegisterState[]];

export const RegisterRow = z.object({
  id: z.int(),
  number: z.string(),
  registerNumber: z.nullable(z.string()),
  /** As the certificate says it. */
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

export const exportCertificates = endpoint({
  method: 'POST',
  path: '/api/office/certificates/export',
  access: 'certificate.read',
  summary: '依篩選條件匯出證照清冊；另須具備匯出權限，每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
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

const optionalDay = (label: string) =>
  z.pipe(
    optionalText({ label, max: 10 }),
    z.nullable(z.string().check(z.refine(isDate, { error: `${label}不正確` }))),
  );

const HOURS_MAX = 2000;

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

const hasDaysInOrder: Rule<CorrectionFields> = {
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
