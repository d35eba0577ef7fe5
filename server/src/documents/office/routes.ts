import * as contract from '@portal/contract/office/documents';
import { requireRegistration } from '../../enrolment/require-registration.ts';
import { inTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { addDocument } from '../add-document.ts';
import { documentHeaders } from '../headers.ts';
import { openDocument } from '../open-document.ts';
import { mayOpenDocuments } from '../policy.ts';
import { findAsked, findGiven } from '../queries.ts';
import { freeSlot, mayAdd } from '../rules.ts';
import { presentForOffice } from './present.ts';

export const documentOfficeRoutes: OfficeRoutes = (serve, services) => {
  const { db, files } = services;

  serve(contract.officeDocuments, async ({ params: { id }, actor }) => {
    const registration = await requireRegistration(db, id, { actor, right: 'person.read' });
    const { accountId, classId, state } = registration;
    const [asked, given] = await Promise.all([findAsked(db, classId), findGiven(db, [id])]);
    const canOpen = mayOpenDocuments(actor, registration);
    const isFull = freeSlot(given.map(({ slot }) => slot)) === null;
    const canAdd = canOpen && mayAdd(state) && !isFull;
    return { ...presentForOffice({ asked, given }, accountId), canOpen, canAdd };
  });

  serve(contract.addDocumentByStaff, async ({ params: { id }, body, file, actor, idempotency, now }) => {
    const registration = await requireRegistration(db, id, { actor, right: 'registration.review' });
    if (!file || file.bytes.length === 0) throw new Refusal('document_missing');
    return addDocument(services, { registration, ...body, ...file }, { actor, idempotency, now });
  });

  serve(contract.openDocument, async ({ params, actor, now }) => {
    const opened = { registrationId: params.id, documentId: params.document };
    const document = await inTransaction(db, (tx) => openDocument(tx, opened, { actor, now }));
    const bytes = await files.read(document.fileKey);
    if (!bytes) throw new Refusal('not_found');
    return new AnswerWithHeaders(bytes, documentHeaders(document));
  });
};
