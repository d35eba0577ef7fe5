import { sql } from 'drizzle-orm';
import type { Executor } from '../platform/database/database.ts';
import { noteUnused, removeUnused } from '../platform/files/unused-files.ts';
import type { Services } from '../platform/services.ts';

/** The sweep never touches other folders. */
export const FOLDERS = [
  'photos',
  'attachments',
  'pictures',
  'documents',
  'jobs',
  'certificates',
  'certificate-pictures',
  'logos',
];

/** The row of a picture or logo counts for all its sizes. */
const findUsedFiles = async (db: Executor, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await db.execute<{ key: string }>(sql`
    with files as (
      select key, substring(key from '^pictures/(.+)\\.webp$') as picture,
        substring(key from '^logos/(.+)-[a-z0-9]+\\.png$') as logo
      from unnest(${sql.param([...keys])}::text[]) as key
    )
    select key from files join accounts on photo_key = key
    union select key from files join certificate_contents on content ->> 'photo' = key
    union select key from files join certificate_papers on file_key = key
    union select key from files join certificate_proofs on file_key = key
    union select key from files join renewal_inquiries on file_key = key
    union select key from files join identity_changes on file_key = key
    union select key from files join attachments on file_key = key
    union select key from files join registration_documents on file_key = key
    union select key from files join jobs on file_key = key
    union select key from files join certificate_pictures on file_key = key
    union select files.key from files join logos on logos.key = logo
    union select files.key from files join pictures on pictures.key in (picture, regexp_replace(picture, '-[0-9]+$', ''))`);
  return new Set(rows.map(({ key }) => key));
};

/** Skips a folder without any used file: it belongs to another database. */
const noteUnusedIn = async ({ db, files }: Pick<Services, 'db' | 'files'>, folder: string, now: Date) => {
  const unused: string[] = [];
  let used = 0;
  for await (const keys of files.list(folder)) {
    const found = await findUsedFiles(db, keys);
    used += found.size;
    unused.push(...keys.filter((key) => !found.has(key)));
  }
  if (used > 0) await noteUnused(db, unused, now);
};

/**
 * Removes files that no row has named for two days. The days count from the sweep that first finds the file unused, because
 * a file is stored before its row.
 */
export const sweepFiles = async (services: Pick<Services, 'db' | 'files'>, now: Date): Promise<void> => {
  for (const folder of FOLDERS) await noteUnusedIn(services, folder, now);
  await removeUnused(services, (keys) => findUsedFiles(services.db, keys), now);
};
