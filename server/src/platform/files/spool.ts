import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';

/** Bytes that are read at once. */
const CHUNK = 64 * 1024;
/** In milliseconds. A reader that takes longer is disconnected, so that the file does not stay. */
const READ_TIMEOUT_MS = 600_000;

/** A file that has no name, so that nothing is left of it when it is closed or the process ends. */
const openUnnamed = async (): Promise<FileHandle> => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'portal-export-'));
  try {
    return await open(path.join(folder, 'file'), 'wx+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
};

interface Progress {
  bytes: number;
  ended: boolean;
  fault: unknown;
  /** Resolved at the next change. */
  changed: PromiseWithResolvers<void>;
}

const change = (progress: Progress, to: Partial<Progress>) => {
  const { resolve } = progress.changed;
  Object.assign(progress, to, { changed: Promise.withResolvers() });
  resolve();
};

const writeAll = async (source: Readable, file: FileHandle, progress: Progress): Promise<void> => {
  try {
    for await (const part of source) {
      const bytes = Buffer.from(part);
      await file.appendFile(bytes);
      change(progress, { bytes: progress.bytes + bytes.length });
    }
    change(progress, { ended: true });
  } catch (fault) {
    change(progress, { ended: true, fault });
  }
};

async function* readWhileWritten(file: FileHandle, progress: Progress): AsyncGenerator<Buffer> {
  for (let at = 0; ; ) {
    while (at === progress.bytes && !progress.ended) await progress.changed.promise;
    if (progress.fault) throw progress.fault;
    if (at === progress.bytes) return;
    const size = Math.min(CHUNK, progress.bytes - at);
    const { bytesRead, buffer } = await file.read(Buffer.alloc(size), 0, size, at);
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

interface Spooled {
  /** Yields the bytes of `source` from its beginning, at the pace of the reader. */
  readonly stream: Readable;
  /** Resolves when `source` has ended, failed, or its reader is gone. */
  readonly written: Promise<void>;
}

/** Writes `source` to a file as fast as it comes, however slowly it is read. */
export const spool = async (source: Readable, readWithin = READ_TIMEOUT_MS): Promise<Spooled> => {
  const file = await openUnnamed();
  const progress: Progress = {
    bytes: 0,
    ended: false,
    fault: undefined,
    changed: Promise.withResolvers(),
  };
  const written = writeAll(source, file, progress);
  const stream = Readable.from(readWhileWritten(file, progress), { objectMode: false });
  const late = setTimeout(() => stream.destroy(), readWithin).unref();
  const closed = once(stream, 'close').then(() => {
    clearTimeout(late);
    source.destroy();
  });
  Promise.all([written, closed]).then(
    () => file.close(),
    () => file.close(),
  );
  return { stream, written };
};
