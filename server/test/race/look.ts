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

/** Works on the database of a server that runs on an embedded folder. */
export const look = async <T>(dataDir: string, work: (db: Database) => Promise<T>): Promise<T> => {
  const url = await findEmbeddedPostgres(dataDir);
  if (!url) throw new Error('no PostgreSQL runs there');
  return lookAt(url, work);
};
