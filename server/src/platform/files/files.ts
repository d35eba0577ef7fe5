import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import type { S3Timeouts } from './bucket.ts';

/** The server generates the keys: a path from outside must never become one. */
export interface Files {
  /** Atomic and durable: the file is stored whole or not at all, and survives a power cut. */
  put(key: string, bytes: Uint8Array): Promise<void>;
  read(key: string): Promise<Uint8Array | null>;
  stream(key: string): Promise<Readable | null>;
  remove(key: string): Promise<void>;
  list(folder: string): AsyncIterable<readonly string[]>;
  modifiedAt(key: string): Promise<Date | null>;
}

const nullIfMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null;
  throw error;
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder);
  await handle.sync().finally(() => handle.close());
};

const makeFolder = async (folder: string): Promise<void> => {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = folder; made.startsWith(first); made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
  }
};

const writeSynced = async (file: string, bytes: Uint8Array): Promise<void> => {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.sync();
  } finally {
    await handle.close();
  }
};

const writeWhole = async (file: string, bytes: Uint8Array): Promise<void> => {
  await makeFolder(path.dirname(file));
  const part = `${file}.${randomBytes(6).toString('hex')}.part`;
  try {
    await writeSynced(part, bytes);
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  await syncFolder(path.dirname(file));
};

const LISTED_AT_ONCE = 5_000;

const onDisk = (root: string): Files => {
  const pathOf = (key: string) => path.join(root, key);
  return {
    put: (key, bytes) => writeWhole(pathOf(key), bytes),
    read: (key) => readFile(pathOf(key)).catch(nullIfMissing),
    stream: async (key) => (await open(pathOf(key)).catch(nullIfMissing))?.createReadStream() ?? null,
    remove: (key) => rm(pathOf(key), { force: true }),
    list: async function* (folder) {
      const names = (await readdir(pathOf(folder)).catch(nullIfMissing)) ?? [];
      for (let from = 0; from < names.length; from += LISTED_AT_ONCE) {
        yield names.slice(from, from + LISTED_AT_ONCE).map((name) => `${folder}/${name}`);
      }
    },
    modifiedAt: async (key) => (await stat(pathOf(key)).catch(nullIfMissing))?.mtime ?? null,
  };
};

/** The libraries for a bucket are loaded with its first file, because they take 25 MB. */
const inBucket = (address: string, timeouts: S3Timeouts | undefined): Files => {
  let opened: Promise<Files> | undefined;
  const bucket = () => {
    opened ??= import('./bucket.ts').then(({ openBucket }) => openBucket(address, timeouts));
    return opened;
  };
  return {
    put: async (key, bytes) => (await bucket()).put(key, bytes),
    read: async (key) => (await bucket()).read(key),
    stream: async (key) => (await bucket()).stream(key),
    remove: async (key) => (await bucket()).remove(key),
    list: async function* (folder) {
      yield* (await bucket()).list(folder);
    },
    modifiedAt: async (key) => (await bucket()).modifiedAt(key),
  };
};

/** `filesUrl` is `s3://KEY:SECRET@HOST/BUCKET/PREFIX?region=R`. Without it, files are stored in `dataDir/files`. */
export const openFiles = (
  { dataDir, filesUrl }: Pick<Config, 'dataDir' | 'filesUrl'>,
  timeouts?: S3Timeouts,
): Files => (filesUrl ? inBucket(filesUrl, timeouts) : onDisk(path.join(dataDir, 'files')));

export const isStorageUnavailable = (error: unknown): boolean => {
  for (let link = error; link instanceof Error; link = link.cause) {
    if ('code' in link && (link.code === 'ENOSPC' || link.code === 'EDQUOT')) return true;
    if (link.name === 'TimeoutError' || ('$fault' in link && link.$fault === 'server')) return true;
  }
  return false;
};
