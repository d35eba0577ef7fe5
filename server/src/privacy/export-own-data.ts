import { buffer } from 'node:stream/consumers';
import { and, eq, isNull } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { accounts } from '../accounts/tables.ts';
import { fileName } from '../documents/rules.ts';
import { type Executor, inTransaction, type Tx } from '../platform/database/database.ts';
import { Refusal } from '../platform/errors.ts';
import type { Services } from '../platform/services.ts';
import { countExport } from './count-export.ts';
import { findAnswerFiles, findDocumentFiles, findOwnData, findProofFiles } from './own-data.ts';

const findPhotoKey = async (db: Executor, accountId: number): Promise<string | null> => {
  const [found] = await db
    .select({ key: accounts.photoKey })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  return found?.key ?? null;
};

const pack = (parts: Readonly<Record<string, Uint8Array | null>>, now: Date): Promise<Buffer> => {
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(parts)) {
    if (bytes) zip.addBuffer(Buffer.from(bytes), name, { mtime: now, compress: false });
  }
  zip.end();
  return buffer(zip.outputStream);
};

/** Reads documents of registrations, whose names may be equal, proofs of certificates and files sent to staff. */
const readDocuments = async (
  { db, files }: { readonly db: Executor; readonly files: Services['files'] },
  accountId: number,
): Promise<Record<string, Uint8Array | null>> => {
  const parts: Record<string, Uint8Array | null> = {};
  for (const { id, key, ...document } of await findDocumentFiles(db, accountId)) {
    parts[`documents/${id} ${fileName(document)}`] = await files.read(key);
  }
  for (const { number, kind, key } of await findProofFiles(db, accountId))
    parts[`certificates/${fileName({ name: number, kind })}`] = await files.read(key);
  for (const { id, kind, key } of await findAnswerFiles(db, accountId))
    if (kind && key) parts[`renewals/${fileName({ name: `${id}`, kind })}`] = await files.read(key);
  return parts;
};

/** An erasure waits until the data are read. */
const lockAgainstErasure = async (tx: Tx, accountId: number): Promise<void> => {
  const kept = await tx
    .select({ id: accounts.id })
    .from(accounts)
    .where(and(eq(accounts.id, accountId), isNull(accounts.erasedAt)))
    .for('key share');
  if (kept.length === 0) throw new Refusal('session_ended');
};

const readParts = async (
  tx: Tx,
  { files }: Pick<Services, 'files'>,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
) => {
  await lockAgainstErasure(tx, accountId);
  const data = { exported_at: now, ...(await findOwnData(tx, accountId, now)) };
  const key = await findPhotoKey(tx, accountId);
  return {
    'data.json': Buffer.from(JSON.stringify(data, null, 2)),
    'photo.jpg': key ? await files.read(key) : null,
    ...(await readDocuments({ db: tx, files }, accountId)),
  };
};

/** A ZIP with `data.json`, photo and documents. */
export const packPersonalData = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  accountId: number,
  now: Date,
): Promise<Buffer> =>
  pack(await inTransaction(db, (tx) => readParts(tx, { files }, { accountId, now })), now);

/** Makes a copy for the person, at most a few times a day. */
export const exportOwnData = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  accountId: number,
  now: Date,
): Promise<Buffer> => {
  await inTransaction(db, (tx) => countExport(tx, accountId, now));
  return packPersonalData({ db, files }, accountId, now);
};
