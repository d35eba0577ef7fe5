import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { Actor } from './audit.ts';
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

export const mailStates = ['waiting', 'held', 'sent', 'undeliverable', 'handled'] as const;
export const MailState = z.enum(mailStates);
export type MailState = z.infer<typeof MailState>;

export const mailStateNames: Readonly<Record<MailState, string>> = {
  waiting: '等待寄出',
  held: '等待確認信箱',
  sent: '已寄出',
  undeliverable: '無法寄達',
  handled: '無法寄達（已處理）',
};

/** The SHA-256 of the mail's id, which is secret. */
const Key = z.string().check(z.regex(/^[0-9a-f]{64}$/));
const MailId = z.object({ id: Key });

export const MailRow = z.object({
  id: z.string(),
  createdAt: z.string(),
  state: MailState,
  /** Null for a mail of a newer version of the portal. */
  subject: z.nullable(z.string()),
  recipient: z.string(),
  person: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
  class: z.nullable(z.object({ id: z.int(), code: z.string() })),
  organization: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
});
export type MailRow = z.infer<typeof MailRow>;

const input = {
  filters: {
    class: codeFilter,
    state: wordFilter(mailStates),
    /** A name, or a complete identity number or mail address. */
    person: searchFilter,
    account: idFilter,
    from: dayFilter,
    until: dayFilter,
    ...InOrganization,
  },
  sorts: ['createdAt'],
  sort: '-createdAt',
} as const;

export const mailList = endpoint({
  method: 'GET',
  path: '/api/office/mails',
  access: 'mail.read',
  summary: '信件：已寄出、等待寄出與無法寄達者；與帳號安全有關的信件僅具全會權限者可見',
  query: listQuery(input),
  answer: listAnswer(MailRow),
  refusals: [],
});

export const exportMails = endpoint({
  method: 'POST',
  path: '/api/office/mails/export',
  access: 'mail.read',
  summary: '依篩選條件匯出信件列表；另須具備匯出權限，每次匯出皆留下紀錄',
  body: z.extend(listQuery(input), exportFields),
  answer: ExportedFile,
  answerType: 'application/octet-stream',
  refusals: ['exports_busy'],
});

export const MailPart = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('text'), text: z.string() }),
  z.object({ kind: z.literal('rows'), rows: z.array(z.object({ term: z.string(), value: z.string() })) }),
  /** Null if the link is secret. */
  z.object({ kind: z.literal('link'), label: z.string(), link: z.nullable(z.string()) }),
]);
export type MailPart = z.infer<typeof MailPart>;

const Permission = z.object({ allowed: z.boolean(), why: z.nullable(z.string()) });

export const MailDetail = z.extend(MailRow, {
  parts: z.nullable(z.array(MailPart)),
  attempts: z.int(),
  lastError: z.nullable(z.string()),
  nextAt: z.nullable(z.string()),
  address: z.nullable(z.object({ email: z.nullable(z.string()), confirmed: z.boolean() })),
  registrationId: z.nullable(z.int()),
  later: z.int(),
  handled: z.nullable(z.object({ at: z.string(), by: Actor })),
  can: z.object({ sendAgain: Permission, settle: Permission }),
});
export type MailDetail = z.infer<typeof MailDetail>;

export const mail = endpoint({
  method: 'GET',
  path: '/api/office/mails/:id',
  access: 'mail.read',
  summary: '一封信件的內容與寄送情形；含個人憑證的連結不顯示',
  params: MailId,
  answer: MailDetail,
  refusals: ['not_found'],
});

export const sendMailAgain = endpoint({
  method: 'POST',
  path: '/api/office/mails/:id/send-again',
  access: 'mail.resend',
  summary: '將同樣內容重寄至學員目前的電子信箱',
  params: MailId,
  idempotencyField: 'form',
  answer: MailDetail,
  refusals: [
    'not_found',
    'mail_about_account',
    'mail_waiting',
    'mail_handled',
    'mail_no_address',
    'mail_unknown',
  ],
});

export const settleMail = endpoint({
  method: 'POST',
  path: '/api/office/mails/:id/settle',
  access: 'mail.resend',
  summary: '將無法寄達的信件標示為已處理，不重寄',
  params: MailId,
  answer: MailDetail,
  refusals: ['not_found', 'mail_not_undeliverable', 'mail_handled'],
});

const audiences = ['live', 'pending', 'unpaid', 'reported', 'confirmed'] as const;
export const Audience = z.enum(audiences, { error: '請選擇收件對象' });
export type Audience = z.infer<typeof Audience>;

export const MESSAGE_MAX = 3000;

export const MessageForm = z.object({
  audience: Audience,
  subject: text({ label: '主旨', max: 60 }),
  text: text({ label: '內容', max: MESSAGE_MAX, lines: true }),
});

const ClassId = z.object({ id: z.coerce.number().check(z.int(), z.positive()) });

const message = { method: 'POST', access: 'mail.send', params: ClassId } as const;

export const previewMessage = endpoint({
  ...message,
  path: '/api/office/classes/:id/messages/preview',
  summary: '預覽寄給課程學員的信件：收件人數，與其中一位學員將收到的內容',
  body: MessageForm,
  allowedOnFullDisk: true,
  answer: z.object({
    recipients: z.int(),
    /** Recipients who get the mail only after confirming their mailbox. */
    unconfirmed: z.int(),
    withoutAddress: z.int(),
    to: z.string(),
    subject: z.string(),
    parts: z.array(MailPart),
  }),
  refusals: ['not_found', 'message_nobody'],
});

export const sendMessage = endpoint({
  ...message,
  path: '/api/office/classes/:id/messages',
  summary: '寄信給課程的學員；收件人數須與預覽時相同',
  body: z.extend(MessageForm, {
    /** The number that the preview showed. */
    recipients: z.int({ error: '收件人數不正確' }).check(z.positive()),
  }),
  idempotencyField: 'form',
  answer: z.object({ recipients: z.int() }),
  refusals: ['not_found', 'message_nobody', 'message_recipients_changed', 'message_repeated'],
});
