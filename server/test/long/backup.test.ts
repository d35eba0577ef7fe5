import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { markReplaced, storePhoto } from '../../src/accounts/profile/photos.ts';
import { accounts } from '../../src/accounts/tables.ts';
import { type Executor, inTransaction } from '../../src/platform/database/database.ts';
import { sweepFiles } from '../../src/timers/sweep-files.ts';
import { NOW, openTestPortal, type TestPortal } from '../app.ts';
import { buildAccount } from '../factories/account.ts';

/*
 * The documented backup: the database first, the files after it, while people replace their photos. `pg_dump` reads one
 * snapshot from beginning to end, as the transaction here does.
 */

const PEOPLE = 40;
const HOUR = 3_600_000;

let portal: TestPortal;
let copy: string;
beforeAll(async () => {
  portal = await openTestPortal();
  copy = await mkdtemp(path.join(os.tmpdir(), 'portal-backup-'));
  for (let n = 0; n < PEOPLE; n += 1) {
    const photoKey = await storePhoto(portal.services, Buffer.from('JPEG'));
    await buildAccount(portal.db, { photoKey });
  }
});
afterAll(async () => {
  await rm(copy, { recursive: true });
  await portal.close();
});

const photosOf = async (db: Executor): Promise<string[]> => {
  const rows = await db.select({ key: accounts.photoKey }).from(accounts).where(isNotNull(accounts.photoKey));
  return rows.map(({ key }) => key ?? '');
};

const replacePhoto = async (accountId: number): Promise<void> => {
  const photoKey = await storePhoto(portal.services, Buffer.from('JPEG'));
  await inTransaction(portal.db, async (tx) => {
    const [before] = await tx.select().from(accounts).where(eq(accounts.id, accountId)).for('update');
    await tx.update(accounts).set({ photoKey }).where(eq(accounts.id, accountId));
    if (before?.photoKey) await markReplaced(tx, accountId, before.photoKey, NOW);
  });
};

/** Replaces one photo after another until `stopping` aborts. */
const keepReplacing = async (stopping: AbortSignal): Promise<void> => {
  const people = await portal.db.select({ id: accounts.id }).from(accounts);
  for (let n = 0; !stopping.aborted; n += 1) await replacePhoto(people[n % people.length]?.id ?? 0);
};

/** The photos of the dump that the copy of the files lacks. */
const backUp = async (sweptAfterHours: number): Promise<string[]> => {
  const stopping = new AbortController();
  const replacing = keepReplacing(stopping.signal);
  const dumped = await portal.db.transaction(
    async (snapshot) => {
      const keys = await photosOf(snapshot);
      await sleep(2_000);
      return keys;
    },
    { isolationLevel: 'repeatable read' },
  );
  await sweepFiles(portal.services, new Date(NOW.getTime() + sweptAfterHours * HOUR));
  const photos = path.join(copy, 'photos');
  await rm(photos, { recursive: true, force: true });
  // Same as the documented `rsync --exclude`: such a file is about to be renamed.
  const filter = (file: string) => !file.endsWith('.part');
  const files = path.join(portal.services.config.dataDir, 'files', 'photos');
  await cp(files, photos, { recursive: true, filter });
  stopping.abort();
  await replacing;
  const copied = new Set((await readdir(photos)).map((name) => `photos/${name}`));
  expect(await photosOf(portal.db)).not.toEqual(dumped);
  return dumped.filter((key) => !copied.has(key));
};

test('has every photo of its database if it ends within two days', async () => {
  expect(await backUp(47)).toEqual([]);
});

test('control: without files that were copied later, photos are missing', async () => {
  expect((await backUp(49)).length).toBeGreaterThan(PEOPLE / 2);
});
