import { isoTaipei } from '@portal/contract/dates';
import type { AskedDocument } from '@portal/contract/documents';
import type { OfficeDocument, OfficeDocuments } from '@portal/contract/office/documents';
import type { DocumentRow } from '../queries.ts';
import { addedByOf, fileName, missingOf } from '../rules.ts';

interface FoundDocuments {
  readonly asked: readonly AskedDocument[];
  readonly given: readonly DocumentRow[];
}

const namesOf = (asked: readonly AskedDocument[], ids: readonly (number | null)[]): string[] =>
  asked.filter(({ id }) => ids.includes(id)).map(({ name }) => name);

const presentDocument = (row: DocumentRow, { asked }: FoundDocuments, accountId: number): OfficeDocument => ({
  id: row.id,
  asked: namesOf(asked, [row.courseDocumentId])[0] ?? null,
  name: fileName(row),
  kind: row.kind,
  size: row.size,
  addedAt: isoTaipei(row.addedAt),
  addedBy: addedByOf(row, accountId),
});

export const presentForOffice = (
  found: FoundDocuments,
  accountId: number,
): Omit<OfficeDocuments, 'canOpen' | 'canAdd'> => ({
  documents: found.given.map((row) => presentDocument(row, found, accountId)),
  missing: namesOf(found.asked, missingOf(found.asked, found.given)),
  asked: [...found.asked],
});
