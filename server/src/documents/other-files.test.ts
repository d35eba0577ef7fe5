import { asc, desc, eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOW, openTestPortal, type TestPortal } from '../../test/app.ts';
import { buildAccount } from '../../test/factories/account.ts';
import { buildAttachment, buildClass, buildCourse } from '../../test/factories/catalogue.ts';
import { buildDocument } from '../../test/factories/document.ts';
import { buildRegistration } from '../../test/factories/registration.ts';
import { asStaff, grant } from '../../test/factories/staff.ts';
import { actDuring } from '../../test/locks.ts';
import { proveTrainee } from '../accounts/actors.ts';
import { auditEvents } from '../audit/tables.ts';
import { insertAttachment } from '../classes/files/add-attachment.ts';
import { lockAttachments } from '../classes/files/attachment-queries.ts';
import { orderAttachments } from '../classes/files/order-attachments.ts';
import { removeAttachment } from '../classes/files/remove-attachment.ts';
import { renameAttachment } from '../classes/files/rename-attachment.ts';
import { uploadAttachment } from '../classes/files/upload-attachment.ts';
import { attachments } from '../classes/tables.ts';
import { type Database, inTransaction, type Tx } from '../platform/database/database.ts';
import { unusedFiles } from '../platform/tables.ts';
import type { Staff } from '../staff/actors.ts';
import { actWithProof } from './act-with-proof.ts';
import { addDocument } from './add-document.ts';
import { eraseDocuments } from './erase-documents.ts';
import { removeDocument } from './remove-document.ts';
import { registrationDocuments } from './tables.ts';

/* Two classes and people, each with two files: an act on one file changes no other one. */

let portal: TestPortal;
let db: Database;
beforeAll(async () => {
  portal = await openTestPortal();
  db = portal.db;
});
afterAll(() => portal.close());

const by = { actor: asStaff({ id: 1, name: '王承辦' }, [grant('officer'), grant('admin')]), now: NOW };
const within = <T>(work: (tx: Tx) => Promise<T>) => inTransaction(db, work);

const build = async (code: string) => {
  const course = await buildCourse(db, { code, chineseName: `課程 ${code}` });
  const trainingClass = await buildClass(db, { courseId: course.id });
  const account = await buildAccount(db);
  const registration = await buildRegistration(db, { class: trainingClass, account });
  const files = [];
  const documents = [];
  for (const slot of [1, 2]) {
    files.push(await buildAttachment(db, { classId: trainingClass.id, position: slot }));
    documents.push(await buildDocument(portal.services, { registration, slot }));
  }
  return { course, trainingClass, account, registration, files, documents };
};
type Thing = Awaited<ReturnType<typeof build>>;

const idOf = (rows: readonly { id: number }[], at = 0) => rows[at]?.id ?? 0;

let serial = 0;
let mine: Thing;
beforeEach(async () => {
  serial += 1;
  mine = await build(`A${serial}`);
  await build(`B${serial}`);
});

const readAll = async () => ({
  files: await db.select().from(attachments).orderBy(asc(attachments.id)),
  documents: await db.select().from(registrationDocuments).orderBy(asc(registrationDocuments.id)),
});

test('renaming a file of a class changes no other name', async () => {
  const [before, id] = [await readAll(), idOf(mine.files)];
  await within((tx) => renameAttachment(tx, { classId: mine.trainingClass.id, id, name: '報名表' }, by));
  const files = before.files.map((each) => (each.id === id ? { ...each, name: '報名表' } : each));
  expect(await readAll()).toEqual({ ...before, files });
});

test('removing a file of a class removes no other file', async () => {
  const [before, id] = [await readAll(), idOf(mine.files)];
  await within((tx) => removeAttachment(tx, { classId: mine.trainingClass.id, id }, by));
  expect(await readAll()).toEqual({ ...before, files: before.files.filter((each) => each.id !== id) });
});

test('the order of the files of a class is its own', async () => {
  const before = await readAll();
  const ids = [idOf(mine.files, 1), idOf(mine.files, 0)];
  await within((tx) => orderAttachments(tx, { classId: mine.trainingClass.id, ids }, by));
  const files = before.files.map((each) =>
    ids.includes(each.id) ? { ...each, position: ids.indexOf(each.id) + 1 } : each,
  );
  expect(await readAll()).toEqual({ ...before, files });
});

test('removing a document removes no other one', async () => {
  const [before, documentId] = [await readAll(), idOf(mine.documents)];
  const actor = proveTrainee({ accountId: mine.account.id });
  const wanted = { registrationId: mine.registration.id, documentId };
  await within((tx) => removeDocument(tx, wanted, { actor, now: NOW }));
  const documents = before.documents.filter(({ id }) => id !== documentId);
  expect(await readAll()).toEqual({ ...before, documents });
});

type Act = (tx: Tx, actor?: Staff) => Promise<void>;
const swapped = () => [idOf(mine.files, 1), idOf(mine.files, 0)];
const ofFile = () => ({ classId: mine.trainingClass.id, id: idOf(mine.files) });
const order =
  (ids = swapped()): Act =>
  (tx, actor = by.actor) =>
    orderAttachments(tx, { classId: mine.trainingClass.id, ids }, { ...by, actor });
const rename =
  (name: string): Act =>
  (tx, actor = by.actor) =>
    renameAttachment(tx, { ...ofFile(), name }, { ...by, actor });
const remove: Act = (tx, actor = by.actor) => removeAttachment(tx, ofFile(), { ...by, actor });

const upload = ({ actor = by.actor, to = db } = {}) =>
  uploadAttachment(
    { ...portal.services, db: to },
    { classId: mine.trainingClass.id, name: '時數表.csv', bytes: Buffer.from('科目,時數') },
    { actor, now: NOW, idempotency: null },
  );

const eventsOfClass = () =>
  db
    .select({ action: auditEvents.action, before: auditEvents.before, after: auditEvents.after })
    .from(auditEvents)
    .where(eq(auditEvents.subjectId, mine.trainingClass.id))
    .orderBy(desc(auditEvents.id));

describe.each<[string, () => Act]>([
  ['order', () => order()],
  ['rename', () => rename('報名表')],
  ['remove', () => remove],
])('to %s files of a class', (_, act) => {
  test('is refused to the staff of another branch', async () => {
    const before = await readAll();
    const elsewhere = asStaff({ id: 2, name: '陳承辦' }, [grant('officer', 987_654)]);
    await expect(within((tx) => act()(tx, elsewhere))).rejects.toThrow('forbidden');
    expect(await readAll()).toEqual(before);
  });

  test('waits for another change of these files', async () => {
    const lock = (tx: Tx) => lockAttachments(tx, mine.trainingClass.id);
    await expect(actDuring(db, lock, () => within(act()))).resolves.toBeUndefined();
  });
});

test('an upload waits for another one, and counts its file', async () => {
  const { id: classId } = mine.trainingClass;
  for (let count = 3; count < 20; count += 1) await buildAttachment(db, { classId });
  const file = {
    classId,
    name: '講義',
    extension: 'pdf',
    src: 'other',
    fileKey: 'attachments/other',
    size: 1,
  };
  const addAnother = async (tx: Tx) => {
    await lockAttachments(tx, classId);
    await insertAttachment(tx, file, by);
  };
  await expect(actDuring(db, addAnother, () => upload())).rejects.toThrow('attachments_full');
});

test('files that keep their order or their name leave no event', async () => {
  const before = await eventsOfClass();
  await within(order(mine.files.map(({ id }) => id)));
  await within(rename(mine.files[0]?.name ?? ''));
  expect(await eventsOfClass()).toEqual(before);
});

test('an order names the files before and after', async () => {
  await within(rename('報名表'));
  await within(order());
  expect((await eventsOfClass())[0]).toEqual({
    action: 'attachment.order',
    before: { order: ['報名表', '課程簡章'] },
    after: { order: ['課程簡章', '報名表'] },
  });
});

test('an order that names a file twice is refused', async () => {
  await expect(within(order([...swapped(), idOf(mine.files)]))).rejects.toThrow('attachments_changed');
});

test('the file that a class no longer shows is left to the sweep', async () => {
  await within(remove);
  const key = mine.files[0]?.fileKey ?? '';
  const unused = await db
    .select({ since: unusedFiles.since })
    .from(unusedFiles)
    .where(eq(unusedFiles.key, key));
  expect(unused).toEqual([{ since: NOW }]);
});

test('an erasure removes the documents of its registrations alone, and leaves their files to the sweep', async () => {
  const before = (await readAll()).documents;
  const { registration, account } = mine;
  const erased = before.filter(({ registrationId }) => registrationId === registration.id);
  const part = await within((tx) =>
    eraseDocuments(tx, { accountId: account.id, registrationIds: [registration.id] }, NOW),
  );
  expect(part).toEqual({ table: 'registration_documents', how: 'deleted', rows: erased.length });
  const kept = before.filter((row) => !erased.includes(row));
  expect([(await readAll()).documents, kept.length > 0]).toEqual([kept, true]);
  const unused = await db.select({ key: unusedFiles.key, owner: unusedFiles.owner }).from(unusedFiles);
  for (const { fileKey: key } of erased)
    expect(unused).toContainEqual({ key, owner: `account:${account.id}` });
});

const stored = async (folder: string) => {
  const keys: string[] = [];
  for await (const some of portal.services.files.list(folder)) keys.push(...some);
  return keys.sort();
};

/** A database whose connection breaks between the commit and its answer. */
const losingAnswers = (): Database => {
  const connect = async () => {
    const client = await db.$client.connect();
    const { release } = client;
    client.release = () => {
      release.call(client);
      throw new Error('connection lost');
    };
    return client;
  };
  return Object.create(db, { $client: { value: { connect } } });
};

const makePicture = () =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();

const addOther = async ({ asked = null, to = db }: { asked?: number | null; to?: Database } = {}) => {
  const document = { asked, name: '證照', bytes: await makePicture() };
  const details = { actor: proveTrainee({ accountId: mine.account.id }), now: NOW, idempotency: null };
  const { registration } = mine;
  return addDocument({ ...portal.services, db: to }, { registration, ...document }, details);
};

test('the staff of another branch store no file', async () => {
  const before = await stored('attachments');
  const elsewhere = asStaff({ id: 2, name: '陳承辦' }, [grant('officer', 987_654)]);
  await expect(upload({ actor: elsewhere })).rejects.toThrow('forbidden');
  expect(await stored('attachments')).toEqual(before);
});

describe('the file of a call', () => {
  test('that is refused is removed', async () => {
    for (let count = 2; count < 20; count += 1) await buildAttachment(db, { classId: mine.trainingClass.id });
    const before = [await stored('attachments'), await stored('documents')];
    await expect(upload()).rejects.toThrow('attachments_full');
    await expect(addOther({ asked: 987_654 })).rejects.toThrow('document_not_asked');
    expect([await stored('attachments'), await stored('documents')]).toEqual(before);
  });

  test('whose answer was lost is kept, as its row may exist', async () => {
    const [before, to] = [await readAll(), losingAnswers()];
    await expect(upload({ to })).rejects.toThrow('connection lost');
    await expect(addOther({ to })).rejects.toThrow('connection lost');
    const { files, documents } = await readAll();
    const added = [...files.slice(before.files.length), ...documents.slice(before.documents.length)];
    expect(added).toHaveLength(2);
    const keys = added.map(({ fileKey }) => fileKey);
    const act = async (_: Tx, { key }: { key: string }) => keys.push(key);
    const proof = { bytes: await makePicture(), idempotency: null, now: NOW, act };
    await expect(actWithProof({ ...portal.services, db: to }, proof)).rejects.toThrow('connection lost');
    expect(keys).toHaveLength(3);
    for (const key of keys) expect(await portal.services.files.read(key)).not.toBeNull();
  });
});
