import * as z from 'zod/mini';
import { addMonths } from './dates.ts';
import { documentFile } from './documents.ts';
import { endpoint } from './endpoint.ts';
import { optionalText } from './fields.ts';

const WINDOW_MONTHS = 6;

export const renewalOpens = (endTime: string): string => addMonths(endTime, -WINDOW_MONTHS);

/** A sheet, and a card of 85.6 × 54 mm. */
export const paperFormats = ['a4', 'card'] as const;
export type PaperFormat = (typeof paperFormats)[number];
export const paperFormatNames: Readonly<Record<PaperFormat, string>> = { a4: '證書', card: '證卡' };

/** Code points. */
export const FRONT_NOTE_MAX = 500;

const described = {
  id: z.int(),
  organization: z.string(),
  code: z.string(),
  name: z.string(),
  year: z.int(),
  /** The last valid day. */
  end_time: z.string(),
  asked: z.boolean(),
  can_ask: z.boolean(),
};

/** A valid certificate. `state`: of a renewable (coach) kind. */
export const Certificate = z.object({
  ...described,
  state: z.boolean(),
  /** The rejection of the latest request; null if it was not rejected. */
  last_rejection: z.nullable(
    z.object({ decided_on: z.nullable(z.string()), reason: z.nullable(z.string()) }),
  ),
});
export type Certificate = z.infer<typeof Certificate>;

export const OldCertificate = z.object({
  ...described,
  /** The request of this row: a certificate may have several. */
  request_id: z.nullable(z.int()),
  /** The review's result: 1 approved, 0 refused, null none. */
  state: z.nullable(z.int().check(z.minimum(0), z.maximum(1))),
  front_note: z.nullable(z.string()),
  backend_note: z.nullable(z.string()),
});
export type OldCertificate = z.infer<typeof OldCertificate>;

export const RenewalPage = z.object({
  organization: z.string(),
  code: z.string(),
  name: z.string(),
  ask_date: z.string(),
  new_cert_start: z.string(),
  new_cert_end: z.string(),
});
export type RenewalPage = z.infer<typeof RenewalPage>;

export const RenewalForm = z.object({
  front_note: optionalText({
    label: '備註',
    max: FRONT_NOTE_MAX,
    tooLong: `備註不得超過 ${FRONT_NOTE_MAX} 個字`,
    lines: true,
  }),
});

/** Staff ask the holder for a document before they decide the renewal. */
const RenewalInquiry = z.object({
  id: z.int(),
  organization: z.string(),
  code: z.string(),
  name: z.string(),
  text: z.string(),
  asked_at: z.string(),
});
export type RenewalInquiry = z.infer<typeof RenewalInquiry>;

/** Code points. */
export const ANSWER_MAX = 500;

export const InquiryAnswer = z.object({
  answer: optionalText({ label: '說明', max: ANSWER_MAX, lines: true }),
});

/** The page on which strangers check a certificate. */
export const verificationPath = (number: string): string => `/v/${number}`;

export const verifiedStates = ['valid', 'asked', 'expired', 'renewed', 'corrected', 'revoked'] as const;
export type VerifiedState = (typeof verifiedStates)[number];

/** The answer to a stranger who checks a certificate. */
export const VerifiedCertificate = z.object({
  register_number: z.string(),
  /** `林○君`. */
  name: z.string(),
  kind: z.string(),
  course: z.string(),
  hours: z.nullable(z.int()),
  first_day: z.nullable(z.string()),
  last_day: z.nullable(z.string()),
  organization: z.string(),
  issued_on: z.string(),
  valid_until: z.string(),
  /** `asked`: valid, and its renewal is asked for. */
  state: z.enum(verifiedStates),
  /** The day from which it is no longer valid; null while it is. */
  since: z.nullable(z.string()),
  /** The code of the certificate that replaced it. */
  successor: z.nullable(z.string()),
  /** SHA-256 of each paper that was given out, in hexadecimal. */
  papers: z.array(z.string()),
  /** Another system issued it: there is no paper of ours. */
  imported: z.boolean(),
});
export type VerifiedCertificate = z.infer<typeof VerifiedCertificate>;

const CertificateCode = z.object({ code: z.string() });

export const certificates = endpoint({
  method: 'POST',
  path: '/api/class/personal/CertLists',
  access: 'trainee',
  summary: '現有證照，先到期的在前',
  allowedOnFullDisk: true,
  answer: z.array(Certificate),
  refusals: [],
});

export const oldCertificates = endpoint({
  method: 'POST',
  path: '/api/class/personal/OldCertLists',
  access: 'trainee',
  summary: '舊有證照：已換證、已逾效期，以及未通過的換證申請，新的在前',
  allowedOnFullDisk: true,
  answer: z.array(OldCertificate),
  refusals: [],
});

export const renewalPage = endpoint({
  method: 'POST',
  path: '/api/class/:code/recert_page',
  access: 'trainee',
  summary: '換證申請確認的資料；code 為證照編號',
  params: CertificateCode,
  allowedOnFullDisk: true,
  answer: RenewalPage,
  refusals: [
    'certificate_unknown',
    'certificate_ordinary',
    'certificate_replaced',
    'renewal_asked',
    'certificate_expired',
    'renewal_not_open',
  ],
});

export const askRenewal = endpoint({
  method: 'POST',
  path: '/api/class/:code/recert',
  access: 'trainee',
  summary: '申請換證；code 為證照編號',
  params: CertificateCode,
  body: RenewalForm,
  idempotencyField: 'Cert',
  answer: CertificateCode,
  refusals: renewalPage.refusals,
});

export const renewalInquiries = endpoint({
  method: 'GET',
  path: '/api/renewals/inquiries',
  access: 'trainee',
  summary: '審查中的換證申請尚待本人補件的項目',
  answer: z.array(RenewalInquiry),
  refusals: [],
});

export const answerInquiry = endpoint({
  method: 'POST',
  path: '/api/renewals/inquiries/:id',
  access: 'trainee',
  summary: '回覆補件：說明、檔案或兩者',
  params: z.object({
    id: z.pipe(
      z.string({ error: '查無資料' }).check(z.regex(/^[1-9][0-9]{0,14}$/, { error: '查無資料' })),
      z.transform(Number),
    ),
  }),
  body: InquiryAnswer,
  multipart: documentFile,
  idempotencyField: 'file',
  answer: z.object({ id: z.int() }),
  refusals: [
    'not_found',
    'renewal_decided',
    'renewal_inquiry_answered',
    'renewal_answer_missing',
    'document_missing',
    'document_kind',
    'document_too_large',
    'document_too_many_pixels',
    'document_damaged',
    'document_encrypted',
    'document_active',
  ],
});

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/api/certificates/:code',
  access: 'public',
  allowsExpiredSession: true,
  summary: '查驗證照：遮蔽姓名、內容與目前狀態；查無的編號過多時，同一網路須稍後再試',
  params: CertificateCode,
  answer: VerifiedCertificate,
  refusals: ['certificate_not_found', 'too_many_verifications'],
});

const PaperOfCertificate = z.object({ code: z.string(), format: z.enum(paperFormats) });

export const certificatePaper = endpoint({
  method: 'GET',
  path: '/api/certificates/:code/papers/:format',
  access: 'trainee',
  summary: '下載本人的證照（PDF）：a4 為證書，card 為證卡；已失效者亦可下載',
  params: PaperOfCertificate,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/pdf',
  refusals: ['certificate_not_found', 'certificate_no_card', 'certificate_glyphs', 'photo_damaged'],
});

export const certificateAddress = endpoint({
  method: 'GET',
  path: '/api/certificates/:code/address',
  access: 'trainee',
  summary: '本人證照的查驗網址，即 QR 碼的內容',
  params: CertificateCode,
  answer: z.object({ url: z.string(), formats: z.array(z.enum(paperFormats)) }),
  refusals: ['certificate_not_found'],
});
