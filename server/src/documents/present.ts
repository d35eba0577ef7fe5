import { isoTaipei } from '@portal/contract/dates';
import type * as contract from '@portal/contract/documents';
import type { ClassDocuments, DocumentRow, Registration } from './queries.ts';
import { addedByOf, fileName, mayAdd, mayChange, missingOf } from './rules.ts';

const presentDocument = (row: DocumentRow, accountId: number): contract.GivenDocument => ({
  id: row.id,
  asked: row.courseDocumentId,
  name: fileName(row),
  kind: row.kind,
  size: row.size,
  added_at: isoTaipei(row.addedAt),
  added_by: addedByOf(row, accountId),
});

const presentRegistration = (
  { id, accountId, name, state }: Registration,
  { asked, given }: ClassDocuments,
): contract.RegistrationDocuments => {
  const documents = given.filter(({ registrationId }) => registrationId === id);
  return {
    id,
    name: name ?? '',
    documents: documents.map((row) => presentDocument(row, accountId)),
    missing: missingOf(asked, documents),
    can_add: mayAdd(state),
    can_change: mayChange(state),
  };
};

export const presentClassDocuments = (found: ClassDocuments): contract.ClassDocuments => ({
  organization: found.trainingClass.organization,
  code: found.trainingClass.code,
  train: found.trainingClass.train,
  start_time: isoTaipei(found.trainingClass.startTime),
  asked: [...found.asked],
  registrations: found.registrations.map((registration) => presentRegistration(registration, found)),
});
