import type { Database } from '../../src/platform/database/database.ts';
import { findEmbeddedPostgres } from '../../src/platform/database/embedded-postgres.ts';
import { connectPatiently } from '../database.ts';

/** Does the work on the database with that URL. */
export const lookAt = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = connectPatiently(url, { max: 2 });
  try {
    return await work(db);
  } finally {
    await db.$client.end();
  }
};

const addressOf = async (dataDir: string): Promise<string> => {
  const url = await findEmbeddedPostgres(dataDir);
  if (!url) throw new Error('no PostgreSQL runs there');
  return url;
};

/** Does the work on the embedded database of a running server, as the serving role. */
export const look = async <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> =>
  lookAt(await addressOf(dataDir), work);

/** Does the work as the role that owns the schema, the only one that may change it. */
export const lookAsOwner = async <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> =>
  lookAt((await addressOf(dataDir)).replace('//portal@', '//portal_owner@'), work);
