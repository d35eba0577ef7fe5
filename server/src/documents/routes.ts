import * as contract from '@portal/contract/documents';
import type { TraineeRoutes } from '../accounts/gate.ts';
import { recordView } from '../accounts/people/record-view.ts';
import { inTransaction } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import { AnswerWithHeaders } from '../platform/http/http.ts';
import { addDocument } from './add-document.ts';
import { documentHeaders } from './headers.ts';
import { presentClassDocuments } from './present.ts';
import { findClassDocuments, findDocument, requireOwnRegistration } from './queries.ts';
import { removeDocument } from './remove-document.ts';
import { removeSurplusFiles } from './store.ts';

export const documentRoutes: TraineeRoutes = (serve, services) => {
  const { db, files } = services;

  serve(contract.classDocuments, async ({ params: { code }, query, actor: { accountId } }) =>
    presentClassDocuments(await findClassDocuments(db, { code, accountId, groupCode: query.group })),
  );

  serve(contract.addDocument, async ({ params, body, file, actor, idempotency, now }) => {
    const wanted = { registrationId: params.id, accountId: actor.accountId };
    const registration = await requireOwnRegistration(db, wanted);
    if (!file || file.bytes.length === 0) throw new Refusal('document_missing');
    const details = { actor, idempotency, now };
    return addDocument(services, { registration, ...body, ...file }, details);
  });

  serve(contract.removeDocument, async ({ params, actor, now }) => {
    const removed = { registrationId: params.id, documentId: params.document };
    const registration = await inTransaction(db, (tx) => removeDocument(tx, removed, { actor, now }));
    await removeSurplusFiles(services, registration.accountId);
    return { message: '已移除文件' };
  });

  serve(contract.fetchDocument, async ({ params, actor: { accountId }, now }) => {
    const registration = await requireOwnRegistration(db, { registrationId: params.id, accountId });
    const { id: registrationId, accountId: viewedId } = registration;
    const document = await findDocument(db, { registrationId, documentId: params.document });
    const bytes = await files.read(document.fileKey);
    if (!bytes) throw new Refusal('not_found');
    await recordView(db, { viewerId: accountId, viewedId, what: 'details' }, now);
    return new AnswerWithHeaders(bytes, documentHeaders(document));
  });
};
