import * as z from 'zod/mini';
import { endpoint } from '../endpoint.ts';
import { text } from '../fields.ts';
import { ClassId } from './classes.ts';

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

export const renameAttachment = endpoint({
  method: 'POST',
  path: '/api/office/classes/:id/attachments/:attachment',
  access: 'class.write',
  summary: '修改附件名稱',
  params: OfClass,
  body: z.object({ name: text({ label: '檔案名稱', max: 80 }) }),
  answer: Attachments,
  refusals: ['not_found'],
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
