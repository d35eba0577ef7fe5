import { DOCUMENTS_AT_MOST, documentKinds } from '@portal/contract/documents';
import { sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { courseDocuments } from '../catalogue/tables.ts';
import { registrations } from '../enrolment/tables.ts';
import { id, instant, isActor, isOneOf, ref } from '../platform/database/columns.ts';

export const registrationDocuments = pgTable(
  'registration_documents',
  {
    id: id(),
    registrationId: ref()
      .notNull()
      .references(() => registrations.id),
    /** Null for other documents. */
    courseDocumentId: ref(),
    /** Limits the documents of a registration. */
    slot: smallint().notNull(),
    name: text().notNull(),
    kind: text({ enum: documentKinds }).notNull(),
    /** In bytes. */
    size: integer().notNull(),
    sha256: text().notNull(),
    fileKey: text().notNull(),
    addedBy: text().notNull(),
    addedAt: instant().notNull(),
  },
  (t) => [
    foreignKey({
      name: 'registration_documents_course_document_fk',
      columns: [t.courseDocumentId],
      foreignColumns: [courseDocuments.id],
    }),
    uniqueIndex('registration_documents_file').on(t.fileKey),
    uniqueIndex('registration_documents_slot').on(t.registrationId, t.slot),
    uniqueIndex('registration_documents_asked')
      .on(t.registrationId, t.courseDocumentId)
      .where(sql`${t.courseDocumentId} is not null`),
    index('registration_documents_course_document').on(t.courseDocumentId),
    check('registration_documents_slots', sql`${t.slot} between 1 and ${sql.raw(String(DOCUMENTS_AT_MOST))}`),
    check('registration_documents_name', sql`length(${t.name}) between 1 and 100`),
    check('registration_documents_kind', isOneOf(t.kind, documentKinds)),
    check('registration_documents_size', sql`${t.size} > 0`),
    check('registration_documents_sha256', sql`${t.sha256} ~ '^[0-9a-f]{64}$'`),
    check('registration_documents_added_by', isActor(t.addedBy)),
  ],
);
