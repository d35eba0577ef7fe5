import * as contract from '@portal/contract/office/documents';
import { findReviewed } from '../enrolment/review.ts';
import { inTransaction } from '../platform/database.ts';
import { Refusal } from '../platform/errors.ts';
import { AnswerWithHeaders } from '../platform/http.ts';
import type { OfficeRoutes } from '../staff/gate.ts';
import { documentHeaders } from './headers.ts';
import { presentForOffice } from './office-present.ts';
import { openDocument } from './open-document.ts';
import { mayOpenDocuments } from './policy.ts';
import { findAsked, findGiven, findPerson } from './queries.ts';

export const documentOfficeRoutes: OfficeRoutes = (serve, { db, files }) => {
  serve(contract.officeDocuments, async ({ params: { id }, actor }) => {
    const reviewed = await findReviewed(db, id, { actor, right: 'person.read' });
    const { accountId, classId } = await findPerson(db, id);
    const [asked, given] = await Promise.all([findAsked(db, classId), findGiven(db, [id])]);
    const canOpen = mayOpenDocuments(actor, reviewed);
    return { ...presentForOffice({ asked, given }, accountId), canOpen };
  });

  serve(contract.openDocument, async ({ params, actor, now }) => {
    const opened = { registrationId: params.id, documentId: params.document };
    const document = await inTransaction(db, (tx) => openDocument(tx, opened, { actor, now }));
    const bytes = await files.read(document.fileKey);
    if (!bytes) throw new Refusal('not_found');
    return new AnswerWithHeaders(bytes, documentHeaders(document));
  });
};
