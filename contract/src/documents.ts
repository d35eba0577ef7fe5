import * as z from 'zod/mini';
import { classCode, GroupQuery } from './class-code.ts';
import { endpoint } from './endpoint.ts';

/** The most documents of a registration. */
export const DOCUMENTS_AT_MOST = 5;
const MEGABYTE = 1024 * 1024;
export const DOCUMENT_BYTES = 10 * MEGABYTE;

/** Pictures of every format are stored as JPEG. */
export const documentKinds = ['pdf', 'jpeg'] as const;
export type DocumentKind = (typeof documentKinds)[number];

export const AskedDocument = z.object({
  id: z.int(),
  name: z.string(),
  hint: z.nullable(z.string()),
  required: z.boolean(),
});
export type AskedDocument = z.infer<typeof AskedDocument>;

export const GivenDocument = z.object({
  id: z.int(),
  asked: z.nullable(z.int()),
  name: z.string(),
  kind: z.enum(documentKinds),
  size: z.int(),
  added_at: z.string(),
  added_by: z.enum(['trainee', 'manager', 'staff']),
});
export type GivenDocument = z.infer<typeof GivenDocument>;

export const RegistrationDocuments = z.object({
  id: z.int(),
  name: z.string(),
  documents: z.array(GivenDocument),
  missing: z.array(z.int()),
  can_add: z.boolean(),
  can_change: z.boolean(),
});
export type RegistrationDocuments = z.infer<typeof RegistrationDocuments>;

export const ClassDocuments = z.object({
  organization: z.string(),
  code: z.string(),
  train: z.string(),
  start_time: z.string(),
  asked: z.array(AskedDocument),
  /** The caller's own, or those of one group that they manage. */
  registrations: z.array(RegistrationDocuments),
});
export type ClassDocuments = z.infer<typeof ClassDocuments>;

const unknown = '查無資料';
const idInPath = z.pipe(
  z.string({ error: unknown }).check(z.regex(/^[1-9][0-9]{0,14}$/, { error: unknown })),
  z.transform(Number),
);

export const classDocuments = endpoint({
  method: 'GET',
  path: '/api/class/:code/documents',
  access: 'trainee',
  summary: '課程應備文件與報名已上傳的文件',
  params: z.object({ code: classCode }),
  query: GroupQuery,
  answer: ClassDocuments,
  refusals: ['class_not_found'],
});

export const DocumentForm = z.object({
  /** Replaces the document stored for this asked one; absent for other documents. */
  asked: z.pipe(
    z.optional(
      z.string({ error: '文件種類不正確' }).check(z.regex(/^[1-9][0-9]{0,14}$/, { error: '文件種類不正確' })),
    ),
    z.transform((value) => (value ? Number(value) : null)),
  ),
});
export type DocumentForm = z.infer<typeof DocumentForm>;

export const documentFile = {
  maxBytes: DOCUMENT_BYTES,
  tooLargeRefusal: 'document_too_large',
  notAFileRefusal: 'document_missing',
} as const;

export const documentFaults = [
  'document_missing',
  'document_kind',
  'document_too_large',
  'document_too_many_pixels',
  'document_damaged',
  'document_encrypted',
  'document_active',
  'document_not_asked',
  'documents_full',
  'documents_closed',
] as const;

const ofRegistration = z.object({ id: idInPath });
const ofDocument = z.object({ id: idInPath, document: idInPath });

export const addDocument = endpoint({
  method: 'POST',
  path: '/api/registrations/:id/documents',
  access: 'trainee',
  summary: '上傳報名文件',
  params: ofRegistration,
  body: DocumentForm,
  multipart: documentFile,
  idempotencyField: 'file',
  answer: z.object({ id: z.int() }),
  refusals: ['not_found', ...documentFaults],
});

export const removeDocument = endpoint({
  method: 'DELETE',
  path: '/api/registrations/:id/documents/:document',
  access: 'trainee',
  summary: '移除報名文件',
  params: ofDocument,
  allowedOnFullDisk: true,
  answer: z.object({ message: z.string() }),
  refusals: ['not_found', 'documents_closed'],
});

export const fetchDocument = endpoint({
  method: 'GET',
  path: '/api/registrations/:id/documents/:document',
  access: 'trainee',
  summary: '下載報名文件',
  params: ofDocument,
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found'],
});
