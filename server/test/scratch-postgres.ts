import { mkdtemp, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';

/** Linux's file system in memory: creating and dropping a test's database there takes a third of the time. */
const IN_MEMORY = '/dev/shm';
/** In bytes. More than a whole run holds at once. */
const MIN_FREE_BYTES = 6 * 1024 ** 3;

const scratchFolder = async (): Promise<string> => {
  const { bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= MIN_FREE_BYTES ? IN_MEMORY : os.tmpdir();
};

/** An embedded PostgreSQL for one run of tests; closing it removes its data. */
export const startScratchPostgres = async (): Promise<{ url: string; close(): Promise<void> }> => {
  const dataDir = await mkdtemp(path.join(await scratchFolder(), 'portal-test-'));
  const removeFolder = () => rm(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, durable: false, maxConnections: 300 });
    return {
      url: postgres.ownerUrl,
      async close() {
        await postgres.stop();
        await removeFolder();
      },
    };
  } catch (error) {
    await removeFolder();
    throw error;
  }
};
