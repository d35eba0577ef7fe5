import { type FileHandle, mkdir, mkdtemp, open, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Bucket, openBucket } from '../../../test/s3.ts';
import { type Files, isStorageUnavailable, openFiles } from './files.ts';

const BYTES = Buffer.from('a photo');
const HASTE = {
  connectionTimeout: 200,
  requestTimeout: 200,
  socketTimeout: 200,
  throwOnRequestTimeout: true,
};

let dataDir: string;
let bucket: Bucket;
let disk: Files;
let cloud: Files;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'portal-files-'));
  bucket = await openBucket();
  disk = openFiles({ dataDir, filesUrl: undefined });
  cloud = openFiles({ dataDir, filesUrl: bucket.url }, HASTE);
});
afterAll(async () => {
  await bucket.close();
  await rm(dataDir, { recursive: true });
});

const listed = async (files: Files, folder: string): Promise<string[]> => {
  const keys: string[] = [];
  for await (const some of files.list(folder)) keys.push(...some);
  return keys.sort();
};

describe.each([
  ['on disk', () => disk],
  ['in a bucket', () => cloud],
])('files %s', (_, which) => {
  test('are read as they were stored', async () => {
    await which().put('photos/one', BYTES);
    expect(Buffer.from((await which().read('photos/one')) ?? [])).toEqual(BYTES);
    const stream = await which().stream('photos/one');
    expect(stream && (await buffer(stream))).toEqual(BYTES);
    expect(Date.now() - ((await which().modifiedAt('photos/one'))?.getTime() ?? 0)).toBeLessThan(60_000);
  });

  test('are null if they are missing', async () => {
    expect(await which().read('photos/none')).toBeNull();
    expect(await which().stream('photos/none')).toBeNull();
    expect(await which().modifiedAt('photos/none')).toBeNull();
    await which().remove('photos/none');
    expect(await listed(which(), 'nowhere')).toEqual([]);
  });

  test('are listed by folder, however many there are, and gone when they are removed', async () => {
    const keys = Array.from({ length: 10 }, (__, n) => `pictures/${n}.webp`);
    for (const key of keys) await which().put(key, BYTES);
    await which().put('pictures-of-others/1', BYTES);
    expect(await listed(which(), 'pictures')).toEqual(keys);
    for (const key of keys) await which().remove(key);
    expect(await listed(which(), 'pictures')).toEqual([]);
  });
});

describe('on disk', () => {
  const folder = () => path.join(dataDir, 'files', 'photos');

  test('a file gets its name only when it is complete; a write that fails leaves nothing', async () => {
    // A folder in its place: the bytes are written, the name cannot be given.
    await mkdir(path.join(folder(), 'taken', 'x'), { recursive: true });
    const before = await readdir(folder());
    await expect(disk.put('photos/taken', BYTES)).rejects.toThrow();
    expect(await readdir(folder())).toEqual(before);
  });

  test('a file is on the disk before it gets its name, and its name before the write succeeds', async () => {
    await mkdir(folder(), { recursive: true });
    const handle = await open(folder());
    const { sync } = Object.getPrototypeOf(handle) as FileHandle;
    await handle.close();
    const seen: [what: string, names: string[]][] = [];
    const spy = vi.spyOn(Object.getPrototypeOf(handle), 'sync').mockImplementation(async function (
      this: FileHandle,
    ) {
      const what = await this.stat();
      const names = (await readdir(folder())).filter((name) => name.startsWith('synced'));
      seen.push([what.isFile() ? `file of ${what.size}` : 'folder', names]);
      return sync.call(this);
    });
    await disk.put('photos/synced', BYTES);
    spy.mockRestore();
    expect(seen).toEqual([
      [`file of ${BYTES.length}`, [expect.stringMatching(/^synced\.[0-9a-f]+\.part$/)]],
      ['folder', ['synced']],
    ]);
  });

  test('two simultaneous writes of one key leave one complete file', async () => {
    const [a, b] = [Buffer.alloc(2_000_000, 'a'), Buffer.alloc(2_000_000, 'b')];
    await Promise.all([disk.put('photos/both', a), disk.put('photos/both', b)]);
    const left = Buffer.from((await disk.read('photos/both')) ?? []);
    expect(left.equals(a) || left.equals(b)).toBe(true);
    expect((await readdir(folder())).filter((name) => name.startsWith('both'))).toEqual(['both']);
  });

  test('files and folders are open to their user alone, with any umask', async () => {
    const umask = process.umask(0);
    await disk.put('new/folder/file', BYTES);
    process.umask(umask);
    const modes = await Promise.all(
      ['new', 'new/folder', 'new/folder/file'].map((name) => stat(path.join(dataDir, 'files', name))),
    );
    expect(modes.map(({ mode }) => mode & 0o777)).toEqual([0o700, 0o700, 0o600]);
  });

  test.runIf(process.platform === 'linux')('a full disk is distinguished from other errors', async () => {
    const full: unknown = await writeFile('/dev/full', BYTES).catch((error: unknown) => error);
    const other: unknown = await writeFile(dataDir, BYTES).catch((error: unknown) => error);
    expect([full, new Error('wrapped', { cause: full }), other].map(isStorageUnavailable)).toEqual([
      true,
      true,
      false,
    ]);
  });
});

describe('a bucket', () => {
  afterEach(() => {
    bucket.mood = 'well';
  });

  const calls: [string, () => Promise<unknown>][] = [
    ['put', () => cloud.put('photos/one', BYTES)],
    ['read', () => cloud.read('photos/one')],
    ['remove', () => cloud.remove('photos/one')],
    ['list', () => listed(cloud, 'photos')],
  ];

  test.each(calls)('that does not answer is given up: %s', async (_, call) => {
    bucket.mood = 'silent';
    const fault: unknown = await call().catch((error: unknown) => error);
    expect(isStorageUnavailable(fault)).toBe(true);
  });

  test.each(calls)('that is broken counts as unavailable: %s', async (_, call) => {
    bucket.mood = 'broken';
    expect(isStorageUnavailable(await call().catch((error: unknown) => error))).toBe(true);
  });

  test('that stops in the middle of a file is given up', async () => {
    await cloud.put('photos/one', BYTES);
    bucket.mood = 'silent in the middle';
    await expect(cloud.read('photos/one')).rejects.toThrow();
  });
});
