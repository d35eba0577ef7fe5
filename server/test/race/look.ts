import { connect, type Database } from '../../src/platform/database.ts';
import { findEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts';

/** Works on the database of that address. */
export const lookAt = async <T>(url: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const db = connect(url, { max: 2 });
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

/** Works on the database of a server that runs on an embedded folder, as the role that serves. */
export const look = async <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> =>
  lookAt(await addressOf(dataDir), work);

/** The same as the role that owns the schema, which alone may change it. */
export const lookAsOwner = async <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> =>
  lookAt((await addressOf(dataDir)).replace('//portal@', '//portal_owner@'), work);
