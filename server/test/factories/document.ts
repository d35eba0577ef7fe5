import { createHash, randomUUID } from 'node:crypto';
import { courseDocuments } from '../../src/catalogue/tables.ts';
import { registrationDocuments } from '../../src/documents/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import type { Services } from '../../src/platform/services.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

let serial = 0;

/** A document that a course asks for. */
export const buildAskedDocument = async (
  db: Database,
  { courseId, ...overrides }: Partial<typeof courseDocuments.$inferInsert> & { courseId: number },
) => {
  serial += 1;
  const asked = { name: `文件 ${serial}`, required: true, position: serial, ...overrides };
  return one(
    await db
      .insert(courseDocuments)
      .values({ courseId, ...asked })
      .returning(),
  );
};

type Overrides = Partial<typeof registrationDocuments.$inferInsert> & {
  registration: { id: number; accountId: number };
  bytes?: Uint8Array;
};

/** A document with its file. */
export const buildDocument = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  { registration, bytes = Buffer.from('%PDF'), ...overrides }: Overrides,
) => {
  const fileKey = overrides.fileKey ?? `documents/${randomUUID()}`;
  await files.put(fileKey, bytes);
  return one(
    await db
      .insert(registrationDocuments)
      .values({
        registrationId: registration.id,
        slot: 1,
        name: '證照影本',
        kind: 'pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        addedBy: `account:${registration.accountId}`,
        addedAt: NOW,
        ...overrides,
        fileKey,
      })
      .returning(),
  );
};
