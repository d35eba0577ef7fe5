import * as z from 'zod/mini';
import { AskedDocument, DocumentForm, documentFaults, documentFile, documentKinds } from '../documents.ts';
import { endpoint } from '../endpoint.ts';
import { RegistrationId } from './enrolment.ts';

export const OfficeDocument = z.object({
  id: z.int(),
  asked: z.nullable(z.string()),
  name: z.string(),
  kind: z.enum(documentKinds),
  size: z.int(),
  addedAt: z.string(),
  addedBy: z.enum(['trainee', 'manager', 'staff']),
});
export type OfficeDocument = z.infer<typeof OfficeDocument>;

export const OfficeDocuments = z.object({
  documents: z.array(OfficeDocument),
  missing: z.array(z.string()),
  asked: z.array(AskedDocument),
  canOpen: z.boolean(),
  canAdd: z.boolean(),
});
export type OfficeDocuments = z.infer<typeof OfficeDocuments>;

export const officeDocuments = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id/documents',
  access: 'person.read',
  summary: '一筆報名的文件',
  params: RegistrationId,
  answer: OfficeDocuments,
  refusals: ['registration_unknown'],
});

export const addDocumentByStaff = endpoint({
  method: 'POST',
  path: '/api/office/registrations/:id/documents',
  access: 'registration.review',
  summary: '代學員上傳報名文件，例如臨櫃或傳真送來的影本',
  params: RegistrationId,
  body: DocumentForm,
  multipart: documentFile,
  idempotencyField: 'file',
  answer: z.object({ id: z.int() }),
  refusals: ['registration_unknown', ...documentFaults],
});

export const openDocument = endpoint({
  method: 'GET',
  path: '/api/office/registrations/:id/documents/:document',
  access: 'registration.review',
  summary: '開啟報名文件；每次調閱都會留下紀錄',
  params: z.object({ ...RegistrationId.shape, document: z.coerce.number().check(z.int(), z.positive()) }),
  answer: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  answerType: 'application/octet-stream',
  refusals: ['not_found', 'registration_unknown'],
});
