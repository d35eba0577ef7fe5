import { pictureWidths } from '@portal/contract/content';
import { isNotNull } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import { logoFiles } from '../branding/logo-path.ts';
import { logos } from '../branding/tables.ts';
import { certificatePictures, certificateProofs, renewalInquiries } from '../certificates/tables.ts';
import { attachments } from '../classes/tables.ts';
import { pictureFile } from '../content/save-picture.ts';
import { pictures } from '../content/tables.ts';
import { registrationDocuments } from '../documents/tables.ts';
import { jobs } from '../jobs/tables.ts';
import { identityChanges } from '../people/tables.ts';
import type { Executor } from '../platform/database/database.ts';
import { UNUSED_RETENTION_MS } from '../platform/files/unused-files.ts';
import type { Services } from '../platform/services.ts';
import { unusedFiles } from '../platform/tables.ts';
import { FOLDERS } from '../timers/sweep-files.ts';
import type { Finding } from './check-data.ts';

const HOUR = 3_600_000;
/** The sweep comes every hour. */
const SWEEP_PERIOD_MS = UNUSED_RETENTION_MS + 2 * HOUR;

const filesOfPicture = ({ key, width }: { key: string; width: number }): string[] => [
  pictureFile(key),
  ...pictureWidths.filter((each) => each < width).map((each) => pictureFile(key, each)),
];

const neededFiles = async (db: Executor): Promise<Map<string, string>> => {
  const photos = await db
    .select({ id: accounts.id, key: accounts.photoKey })
    .from(accounts)
    .where(isNotNull(accounts.photoKey));
  const attached = await db.select({ id: attachments.id, key: attachments.fileKey }).from(attachments);
  const documents = await db
    .select({ id: registrationDocuments.id, key: registrationDocuments.fileKey })
    .from(registrationDocuments);
  const made = await db.select({ id: jobs.id, key: jobs.fileKey }).from(jobs).where(isNotNull(jobs.fileKey));
  const printed = await db
    .select({ id: certificatePictures.id, key: certificatePictures.fileKey })
    .from(certificatePictures);
  const proofs = await db
    .select({ id: certificateProofs.certificateId, key: certificateProofs.fileKey })
    .from(certificateProofs);
  const changes = await db
    .select({ id: identityChanges.id, key: identityChanges.fileKey })
    .from(identityChanges);
  const answers = await db
    .select({ id: renewalInquiries.id, key: renewalInquiries.fileKey })
    .from(renewalInquiries)
    .where(isNotNull(renewalInquiries.fileKey));
  const shown = await db.select({ key: pictures.key, width: pictures.width }).from(pictures);
  const used = await db.select({ id: logos.id, key: logos.key }).from(logos);
  return new Map([
    ...photos.map(({ id, key }) => [key ?? '', `photo of account ${id}`] as const),
    ...attached.map(({ id, key }) => [key, `attachment ${id}`] as const),
    ...documents.map(({ id, key }) => [key, `document ${id}`] as const),
    ...made.map(({ id, key }) => [key ?? '', `file of job ${id}`] as const),
    ...proofs.map(({ id, key }) => [key, `proof of certificate ${id}`] as const),
    ...changes.map(({ id, key }) => [key, `proof of identity change ${id}`] as const),
    ...answers.map(({ id, key }) => [key ?? '', `answer to renewal inquiry ${id}`] as const),
    ...printed.map(({ id, key }) => [key, `certificate picture ${id}`] as const),
    ...used.flatMap(({ id, key }) => logoFiles(key).map((file) => [file, `logo ${id}`] as const)),
    ...shown.flatMap((picture) =>
      filesOfPicture(picture).map((key) => [key, `picture ${picture.key}`] as const),
    ),
  ]);
};

const presentFiles = async ({ files }: Pick<Services, 'files'>): Promise<Set<string>> => {
  const present = new Set<string>();
  for (const folder of FOLDERS) {
    for await (const keys of files.list(folder)) for (const key of keys) present.add(key);
  }
  return present;
};

const forgottenFiles = async (
  { db, files }: Pick<Services, 'db' | 'files'>,
  unused: readonly string[],
  now: Date,
): Promise<string[]> => {
  const marks = new Map((await db.select().from(unusedFiles)).map(({ key, since }) => [key, since]));
  const forgotten: string[] = [];
  for (const key of unused) {
    const since = marks.get(key) ?? (await files.modifiedAt(key));
    if (since && now.getTime() - since.getTime() > SWEEP_PERIOD_MS) forgotten.push(key);
  }
  return forgotten;
};

export const FILE_RULES = 2;

/** The order of reading ignores concurrent uploads. */
export const checkFiles = async (services: Pick<Services, 'db' | 'files'>, now: Date): Promise<Finding[]> => {
  const before = await neededFiles(services.db);
  const present = await presentFiles(services);
  const needed = await neededFiles(services.db);
  const missing = [...needed].flatMap(([key, subject]) =>
    before.has(key) && !present.has(key) ? [`${subject}: ${key}`] : [],
  );
  const unused = [...present].filter((key) => !needed.has(key));
  const forgotten = await forgottenFiles(services, unused, now);
  const findings = [
    { rule: 'files_there', sentence: 'Each file that a row refers to is there.', subjects: missing },
    {
      rule: 'files_used',
      sentence: 'A file that no row refers to is removed after two days.',
      subjects: forgotten,
    },
  ];
  return findings
    .filter(({ subjects }) => subjects.length > 0)
    .map((finding) => ({ ...finding, subjects: finding.subjects.slice(0, 20) }));
};
