import { defaultLayout } from '../../src/certificates/layouts/default-layout.ts';
import {
  certificateLayouts,
  certificatePictures,
  certificateSigners,
} from '../../src/certificates/tables.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { NOW } from '../app.ts';
import { one } from './one.ts';

let serial = 0;

/** A signer of the whole association without a seal, unless told otherwise. */
export const buildSigner = async (
  db: Database,
  overrides: Partial<typeof certificateSigners.$inferInsert> = {},
) => {
  serial += 1;
  const values = { name: `簽署人${serial}`, title: '理事長', ...overrides };
  return one(await db.insert(certificateSigners).values(values).returning());
};

/** The row without its file. */
export const buildCertificatePicture = async (db: Database, kind: 'seal' | 'logo' | 'background') => {
  serial += 1;
  const fileKey = `certificate-pictures/${String(serial).padStart(22, 'x')}`;
  return one(await db.insert(certificatePictures).values({ kind, fileKey, createdAt: NOW }).returning());
};

/** The first version of a layout, which says what the built-in one says. */
export const buildLayout = async (db: Database, certificateKindId: number) => {
  const { paper, hasCard, languages, calendars, logoId, backgroundId, signerId, ...texts } = defaultLayout;
  const values = {
    ...{ certificateKindId, number: 1, paper, hasCard, languages, calendars, texts },
    ...{ logoId, backgroundId, signerId, createdAt: NOW },
  };
  return one(await db.insert(certificateLayouts).values(values).returning());
};
