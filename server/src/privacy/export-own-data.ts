import { buffer } from 'node:stream/consumers';
import { eq } from 'drizzle-orm';
import { ZipFile } from 'yazl';
import { accounts } from '../accounts/tables.ts';
import { fileName } from '../documents/rules.ts';
import { inTransaction } from '../platform/database/database.ts';
import type { Services } from '../platform/services.ts';
import { countExport } from './count-export.ts';
import { findAnswerFiles, findDocumentFiles, findOwnData, findProofFiles } from './own-data.ts';

const findPhotoKey = async ({ db }: Pick<Services, 'db'>, accountId: number): Promise<string | null> => {
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

/** Those of registrations, whose names may be equal, those that prove certificates, and those of answers to staff. */
const readDocuments = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
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

/** A ZIP with `data.json`, photo and documents. */
export const exportOwnData = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  accountId: number,
  now: Date,
): Promise<Buffer> => {
  await inTransaction(db, (tx) => countExport(tx, accountId, now));
  const data = { exported_at: now, ...(await findOwnData(db, accountId, now)) };
  const key = await findPhotoKey({ db }, accountId);
  const documents = await readDocuments({ db, files }, accountId);
  return pack(
    {
      'data.json': Buffer.from(JSON.stringify(data, null, 2)),
      'photo.jpg': key ? await files.read(key) : null,
      ...documents,
    },
    now,
  );
};
