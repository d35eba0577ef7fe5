import type { Config } from '../platform/config.ts';
import { findEmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

/** The database of a command: the given one, or the embedded one, which a running server may have started. */
export const openDatabase = async ({ databaseUrl, dataDir }: Config) => {
  const running = databaseUrl ?? (await findEmbeddedPostgres(dataDir));
  return running ? { url: running, stop: async () => {} } : startEmbeddedPostgres({ dataDir });
};
