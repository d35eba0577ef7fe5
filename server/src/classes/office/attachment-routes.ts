import * as contract from '@portal/contract/office/classes';
import { mayEditAttachments } from '../../documents/policy.ts';
import { type Database, inTransaction, type Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/errors.ts';
import { fileHeaders } from '../../platform/http/download.ts';
import { AnswerWithHeaders } from '../../platform/http/http.ts';
import type { Staff } from '../../staff/actors.ts';
import type { OfficeRoutes } from '../../staff/gate.ts';
import { type AttachmentRow, findAttachments, requireAttachment } from '../files/attachment-queries.ts';
import { orderAttachments } from '../files/order-attachments.ts';
import { removeAttachment } from '../files/remove-attachment.ts';
import { renameAttachment } from '../files/rename-attachment.ts';
import { shareAttachment } from '../files/share-attachment.ts';
import { uploadAttachment } from '../files/upload-attachment.ts';
import { requireClassFor } from '../queries.ts';

const present = ({ id, name, extension, size }: AttachmentRow): contract.Attachment => ({
  ...{ id, name, extension, size },
});

const show = async (db: Database, classId: number, actor: Staff): Promise<contract.Attachments> => {
  const { class: trainingClass } = await requireClassFor(db, classId, actor, 'class.read');
  return {
    attachments: (await findAttachments(db, classId)).map(present),
    canEdit: mayEditAttachments(actor, trainingClass),
  };
};

export const attachmentOfficeRoutes: OfficeRoutes = (serve, services) => {
  const { db, files } = services;

  /** Changes the attachments of a class within the caller's scope. Answers with all attachments of the class. */
  const change = async (classId: number, actor: Staff, work: (tx: Tx) => Promise<void>) => {
    await requireClassFor(db, classId, actor, 'class.write');
    await inTransaction(db, work);
    return show(db, classId, actor);
  };

  serve(contract.classAttachments, ({ params: { id }, actor }) => show(db, id, actor));

  serve(contract.uploadAttachment, async ({ params: { id: classId }, file, actor, idempotency, now }) => {
    await requireClassFor(db, classId, actor, 'class.write');
    if (!file || file.bytes.length === 0) throw new Refusal('attachment_missing');
    const added = await uploadAttachment(services, { classId, ...file }, { actor, now, idempotency });
    return present(await requireAttachment(db, { classId, id: added.id }));
  });

  serve(contract.renameAttachment, ({ params, body, actor, now }) =>
    change(params.id, actor, (tx) =>
      renameAttachment(tx, { classId: params.id, id: params.attachment, ...body }, { actor, now }),
    ),
  );

  serve(contract.shareAttachment, async ({ params, actor, now }) => {
    await requireClassFor(db, params.id, actor, 'class.write');
    const shared = { classId: params.id, id: params.attachment };
    return { added: await inTransaction(db, (tx) => shareAttachment(tx, shared, { actor, now })) };
  });

  serve(contract.orderAttachments, ({ params: { id: classId }, body, actor, now }) =>
    change(classId, actor, (tx) => orderAttachments(tx, { classId, ...body }, { actor, now })),
  );

  serve(contract.removeAttachment, ({ params, actor, now }) =>
    change(params.id, actor, (tx) =>
      removeAttachment(tx, { classId: params.id, id: params.attachment }, { actor, now }),
    ),
  );

  serve(contract.openAttachment, async ({ params, actor }) => {
    await requireClassFor(db, params.id, actor, 'class.read');
    const found = await requireAttachment(db, { classId: params.id, id: params.attachment });
    const bytes = await files.read(found.fileKey);
    if (!bytes) throw new Refusal('not_found');
    return new AnswerWithHeaders(bytes, {
      'content-type': 'application/octet-stream',
      ...fileHeaders(`${found.name}.${found.extension}`),
    });
  });
};
