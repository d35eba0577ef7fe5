import { readdir, readlink } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { spool } from './spool.ts';

const openSpools = async (): Promise<number> => {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.includes('portal-export-')).length;
};

test('gives back all bytes in order, those that come later too, and closes its file', async () => {
  const parts = Array.from({ length: 50 }, (_, at) => Buffer.alloc(at * 1_000, at));
  const { stream, written } = await spool(Readable.from(parts));
  const early = stream.read();
  await written;
  const rest = await buffer(stream);
  expect(Buffer.concat([early ?? Buffer.alloc(0), rest]).equals(Buffer.concat(parts))).toBe(true);
  await expect.poll(openSpools).toBe(0);
});

test('a fault of the source reaches the reader', async () => {
  const { stream, written } = await spool(
    Readable.from(
      (async function* () {
        yield 'a';
        throw new Error('no database');
      })(),
    ),
  );
  await written;
  await expect(buffer(stream)).rejects.toThrow('no database');
  await expect.poll(openSpools).toBe(0);
});

test('the source ends when the reader is gone', async () => {
  const gone = vi.fn();
  const source = new Readable({ read() {} });
  source.once('close', gone);
  source.push('a');
  const { stream, written } = await spool(source);
  stream.destroy();
  await written;
  expect(gone).toHaveBeenCalledOnce();
  await expect.poll(openSpools).toBe(0);
});

test('a reader that takes too long is disconnected', async () => {
  const { stream, written } = await spool(Readable.from([Buffer.alloc(1_000_000)]), 1);
  await written;
  await expect.poll(() => stream.destroyed).toBe(true);
  await expect.poll(openSpools).toBe(0);
});
