import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres } from '../src/platform/database/embedded-postgres.ts';

export interface Pair {
  readonly primary: string;
  readonly standby: string;
  close(): Promise<void>;
}

/** A PostgreSQL server with a standby that streams from it, as an operator sets them up; `prepare` fills the first. */
export const openPair = async (prepare: (ownerUrl: string) => Promise<void>): Promise<Pair> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-pair-'));
  const [first, second] = [path.join(folder, 'first'), path.join(folder, 'second')];
  const open = (dataDir: string) => startEmbeddedPostgres({ dataDir, maxConnections: 50 });
  const fresh = await open(first);
  await prepare(fresh.ownerUrl);
  // Copied while it stands still, a folder of data is a backup.
  await fresh.stop();
  await cp(path.join(first, 'postgres'), path.join(second, 'postgres'), { recursive: true });
  const primary = await open(first);
  const { searchParams } = new URL(primary.ownerUrl);
  const source = `host=${searchParams.get('host')} port=${searchParams.get('port')} user=postgres`;
  await writeFile(path.join(second, 'postgres', 'standby.signal'), '');
  await writeFile(path.join(second, 'postgres', 'postgresql.auto.conf'), `primary_conninfo = '${source}'\n`);
  const standby = await open(second);
  return {
    primary: primary.ownerUrl,
    standby: standby.ownerUrl,
    close: async () => {
      await standby.stop();
      await primary.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
};
