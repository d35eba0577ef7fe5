import { text } from 'node:stream/consumers';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { exportFormats } from '@portal/contract/office/list';
import { expect, test } from 'vitest';
import { limitConcurrency } from '../http/limit.ts';
import { exportLimit, writeExport } from './export.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that are in use. Much of the process's whole memory is garbage of earlier tests. */
const usedMemory = (): number => {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
};

const ROWS = 100_000;

const emptySheet = async () => ({ name: '測試', heads: ['一'], rows: rowsAfter(Promise.resolve()) });

async function* rowsAfter(held: Promise<void>): AsyncGenerator<string[]> {
  await held;
  yield ['王小明'];
}

/** A sheet of many rows that counts how many were asked for. */
const countedSheet = () => {
  const asked = { count: 0 };
  const rows = async function* () {
    for (let n = 0; n < ROWS; n++) {
      asked.count = n + 1;
      yield [`第 ${n} 列`, Math.random().toString(36), 'A12*****89', '王小明', '臺北市分會', '待審核'];
    }
  };
  const heads = ['一', '二', '三', '四', '五', '六'];
  return { asked, prepare: async () => ({ name: '測試', heads, rows: rows() }) };
};

test.each(exportFormats)(
  '%s: all is written while the reader does not read, in bounded memory',
  async (format) => {
    const { asked, prepare } = countedSheet();
    // The second export may wait for any time, because writing the first takes long on a busy machine.
    const limit = limitConcurrency({ atOnce: 1, waiting: 1 });
    const before = usedMemory();
    const unread = await writeExport(limit, format, prepare);
    // Waits until it is written.
    const { stream } = await writeExport(limit, format, emptySheet);
    expect(asked.count).toBe(ROWS);
    expect((usedMemory() - before) / 1_048_576).toBeLessThan(10);
    unread.stream.destroy();
    stream.destroy();
  },
);

test.each(exportFormats)('%s: all rows are written, in bounded memory', async (format) => {
  const { asked, prepare } = countedSheet();
  const { stream } = await writeExport(exportLimit(), format, prepare);
  const before = usedMemory();
  let [most, bytes, chunks] = [before, 0, 0];
  for await (const chunk of stream) {
    bytes += chunk.length;
    chunks += 1;
    if (chunks % 20 === 0) most = Math.max(most, usedMemory());
  }
  expect(asked.count).toBe(ROWS);
  expect(bytes).toBeGreaterThan(1_000_000);
  expect((most - before) / 1_048_576).toBeLessThan(10);
});

test('two exports are written at once, four wait, and another is refused with 503', async () => {
  const limit = exportLimit();
  const finish = Promise.withResolvers<void>();
  const heldSheet = async () => ({ name: '測試', heads: ['一'], rows: rowsAfter(finish.promise) });
  const begin = () => writeExport(limit, 'csv', heldSheet);
  const running = [await begin(), await begin()];
  const waiting = [begin(), begin(), begin(), begin()];
  await expect(begin()).rejects.toMatchObject({ code: 'exports_busy', details: { retryAfter: 2 } });
  finish.resolve();
  for (const each of [...running, ...waiting]) (await each).stream.destroy();
});

test('two readers that do not read delay nobody', async () => {
  const limit = exportLimit();
  const begin = () => writeExport(limit, 'csv', countedSheet().prepare);
  const unread = [await begin(), await begin()];
  const { stream } = await writeExport(limit, 'csv', emptySheet);
  expect(await text(stream)).toContain('一');
  for (const each of unread) each.stream.destroy();
});

test('a reader that disconnects ends the writing and releases its slot', async () => {
  const limit = exportLimit();
  const { asked, prepare } = countedSheet();
  const unfinished = [await writeExport(limit, 'csv', prepare), await writeExport(limit, 'csv', prepare)];
  for (const { stream } of unfinished) stream.destroy();
  const { stream } = await writeExport(limit, 'csv', emptySheet);
  stream.destroy();
  expect(asked.count).toBeLessThan(ROWS);
});

test('a sheet that cannot be prepared releases its slot', async () => {
  const limit = exportLimit();
  const broken = () => writeExport(limit, 'csv', () => Promise.reject(new Error('no database')));
  for (let n = 0; n < 3; n++) await expect(broken()).rejects.toThrow('no database');
  const { stream } = await writeExport(limit, 'csv', emptySheet);
  stream.destroy();
});
